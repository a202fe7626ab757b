// `http.route` of the current page, and the template of a path.

import { attempt } from '../attempt.ts'
import type { Options } from '../options.ts'

/**
 * The route that the application returns, or the template of the path. `pathname`: of an error that happened
 * before the last navigation, whose route the application no longer knows.
 */
export function currentRoute({ route }: Options, pathname = location.pathname): string {
  const name: unknown = pathname === location.pathname && route && attempt(route)
  return typeof name === 'string' && name ? name : templateOf(pathname)
}

/** `/orders/{id}`: ids are numbers, 8 or more hex digits, and words of 20 or more characters with a digit. */
export function templateOf(path: string): string {
  return path.replace(/\/(?=[^/]*\d)(\d+|[\da-f-]{8,}|[\w-]{20,})(?=\/|$)/gi, '/{id}')
}

/** Path and route at page load. Later navigations do not change them. */
export type InitialRoute = {
  path: string
  /** The route of that path, once the application's router knows it. */
  route(this: void): string
}

export function createInitialRoute(readRoute: () => string): InitialRoute {
  const [timing] = performance.getEntriesByType('navigation')
  const address = timing?.name.startsWith('http') ? timing.name : location.href
  const path = new URL(address).pathname
  let name = ''
  const route = () => {
    if (location.pathname === path) name = readRoute()
    return name || templateOf(path)
  }
  route()
  return { path, route }
}
