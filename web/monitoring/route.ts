// `http.route` of the page that is shown, and the template of a path.

import { attempt } from './attempt.ts'
import type { Options } from './options.ts'

/** The route that the application names, else the template of the path. */
export function currentRoute({ route }: Options): string {
  const name: unknown = route && attempt(route)
  return typeof name === 'string' && name ? name : templateOf(location.pathname)
}

/**
 * The path without its ids: `/orders/{id}`. Ids are numbers, hex of 8 digits or more, and words of 20 or more
 * with a digit.
 */
export function templateOf(path: string): string {
  return path.replace(/\/(?=[^/]*\d)(\d+|[\da-f-]{8,}|[\w-]{20,})(?=\/|$)/gi, '/{id}')
}
