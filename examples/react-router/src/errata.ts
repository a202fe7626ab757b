// Errata: the first import of the entry, so that errors in all other modules are reported.
import { init } from '@errata/monitoring'
import type { createBrowserRouter } from 'react-router'
import { reactRouterRoute } from '@errata/monitoring/react'

type Router = ReturnType<typeof createBrowserRouter>

let router: Router | undefined

init({ route: () => router && reactRouterRoute(router) })

/** The router is created later, because its modules must not run before `init`. */
export function setRouter(value: Router): void {
  router = value
}
