// Mismatches between what a server rendered and what the page renders first.
import { stripValues } from './strip-values.ts'

/** React writes up to three sentences for one mismatch, in production as a number. */
const KINDS: [pattern: RegExp, kind: string][] = [
  [/^React error #418$|^Hydration failed because/, 'markup'],
  [/^React error #425$|^Text content does(?: not|n't) match server-rendered HTML/, 'text'],
  [/^React error #422$|^There was an error while hydrating this Suspense boundary/, 'boundary'],
  [/^React error #423$|^There was an error while hydrating/, 'root'],
  [/^Hydration completed but contains mismatches/, 'Vue'],
  [/^hydration[ _](?:failed|mismatch|html_changed)/i, 'mismatch'],
]

/** Null: the canonical message belongs to another exception. */
export function hydrationMismatch(text: string): string | null {
  return KINDS.find(([expression]) => expression.test(text))?.[1] ?? null
}

/** Characters of an address that are read. */
const MAX_ADDRESS = 1_000

/**
 * The page is all that tells such errors apart: their frames are the framework's. Without a route, the
 * path of the address with values replaced.
 */
export function routeOf(route: string, url: string): string {
  if (route !== '') return route
  const path = URL.parse(url.slice(0, MAX_ADDRESS))?.pathname ?? ''
  return path
    .split('/')
    .map((segment) => (/\d/.test(segment) ? stripValues(segment) : segment))
    .join('/')
    .replace(/(?<=.)\/$/, '')
}
