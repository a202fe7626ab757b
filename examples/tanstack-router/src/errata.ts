// Errata: the first import of the entry, so that errors in all other modules are reported.
import { init } from '@errata/monitoring'
import { tanStackRoute } from '@errata/monitoring/react'
import type { AnyRouter } from '@tanstack/react-router'

let router: AnyRouter | undefined

init({ route: () => router && tanStackRoute(router) })

/** The router is created later, because its modules must not run before `init`. */
export function setRouter(value: AnyRouter): void {
  router = value
}
