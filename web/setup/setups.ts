// All ways to connect an application, in display order.
import { angular, esbuild, rollup, webpack } from './bundlers.ts'
import { otlpBrowser, scriptTag } from './pages.ts'
import { reactRouterFramework } from './react-router-framework.ts'
import { astro, next, nuxt, svelteKit } from './server-frameworks.ts'
import { fastify, hono, koa, nest, node, otlpServer } from './servers.ts'
import type { Endpoints, Setup } from './setup.ts'
import { react, reactRouter, tanStackRouter, vue } from './vite-frameworks.ts'

const PAGES = [react, reactRouter, reactRouterFramework, tanStackRouter, next, vue, nuxt, svelteKit, astro]
const BUNDLERS = [angular, webpack, rollup, esbuild, scriptTag, otlpBrowser]
const SERVERS = [node, fastify, koa, hono, nest, otlpServer]

export function setups(endpoints: Endpoints): Setup[] {
  return [...PAGES, ...BUNDLERS, ...SERVERS].map((setup) => setup(endpoints))
}
