// All ways to connect an application, in display order.
import { otlpBrowser, scriptTag } from './pages.ts'
import { next, node, otlpServer, svelteKit } from './server-frameworks.ts'
import type { Endpoints, Setup } from './setup.ts'
import { reactRouterFramework } from './react-router-framework.ts'
import { react, reactRouter, tanStackRouter, vue } from './vite-frameworks.ts'

export function setups(endpoints: Endpoints): Setup[] {
  const frameworks = [react, reactRouter, reactRouterFramework, tanStackRouter, next, vue, svelteKit, node]
  return [
    ...frameworks.map((setup) => setup(endpoints)),
    scriptTag(endpoints),
    otlpBrowser(endpoints),
    otlpServer(endpoints),
  ]
}
