// Names for many addresses that are one kind of place.

import { attempt } from './attempt.ts'
import type { Options } from './options.ts'

/** What the application says, else what the path looks like. */
export function routeOf({ route }: Options): string {
  const named: unknown = route && attempt(route)
  return typeof named === 'string' && named ? named : templateOf(location.pathname)
}

/** A path with its ids taken out, so that a name stands for one kind of request: `/orders/{id}`. */
export function templateOf(path: string): string {
  return path.replace(/\/(?=[^/]*\d)(\d+|[\da-f-]{8,}|[\w-]{20,})(?=\/|$)/gi, '/{id}')
}
