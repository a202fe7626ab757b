// All ways to connect an application, in the order in which they are shown.
import { otlpBrowser, scriptTag } from './pages.ts'
import { next, node, otlpServer, svelteKit } from './server-frameworks.ts'
import type { Endpoints, Setup } from './setup.ts'
import { reactRouterFramework } from './react-router-framework.ts'
import { react, reactRouter, tanStackRouter, vue } from './vite-frameworks.ts'

export function setups(endpoints: Endpoints): Setup[] {
  const ofPlace = [react, reactRouter, reactRouterFramework, tanStackRouter, next, vue, svelteKit, node]
  return [
    ...ofPlace.map((setup) => setup(endpoints)),
    scriptTag(endpoints),
    otlpBrowser(endpoints),
    otlpServer(endpoints),
  ]
}
