// The keys that a search box offers, and the one that an unknown key most likely is.
import { type ListName, SEARCH_KEYS } from './search-tokens.ts'

/** Keys that become another filter of the URL than the text. */
const FILTER_KEYS: Record<ListName, string[]> = {
  issues: ['status'],
  traces: ['operation', 'status'],
  operations: [],
}

/** A key with more different letters is another word. */
const MAX_DISTANCE = 3

/** Keys of a list; those last that become another filter than the text. */
export function keysOf(list: ListName): string[] {
  return [...SEARCH_KEYS[list], ...FILTER_KEYS[list]]
}

/** The key that an unknown one most likely is; null: none is near. */
export function nearestKey(key: string, list: ListName): string | null {
  const distances = keysOf(list).map((name) => ({ name, distance: distanceOf(key, name) }))
  const [nearest] = distances.toSorted((a, b) => a.distance - b.distance)
  return nearest && nearest.distance <= Math.min(MAX_DISTANCE, nearest.name.length - 2) ? nearest.name : null
}

/** Letters to insert, remove or replace. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let at = 0; at < a.length; at++) {
    const next = [at + 1]
    for (let index = 0; index < b.length; index++)
      next.push(Math.min(row[index + 1]! + 1, next[index]! + 1, row[index]! + (a[at] === b[index] ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}
