// A deploy removes the chunks that open pages still ask for. Reloading the page loads the new ones.

import { attempt } from './attempt.ts'
import type { CapturedError } from './captured-error.ts'
import { listen } from './listen.ts'

const key = 'errata.reloaded'
/** Where one reload did not help, the next does not either: a page must never reload in a loop. */
const pauseMs = 3_600_000

const chunkKey = 'errata.chunk'
/** From the record to the begin of the reloaded page. */
const reloadMs = 5000

type Occurred = [digest: string, message: string, at: number]

/** True at most once an hour in a tab, and false where that cannot be stored. */
export function mayReload(): boolean {
  return (
    attempt(() => {
      if (Date.now() - Number(sessionStorage.getItem(key)) < pauseMs) return false
      const now = String(Date.now())
      sessionStorage.setItem(key, now)
      return sessionStorage.getItem(key) === now
    }) ?? false
  )
}

/**
 * A router reloads the page when a chunk is missing. Where that does not help, it is the same occurrence: the
 * error gets the digest of the record that the page before has sent, unless somebody has seen its own.
 */
export function isRepeatedAfterReload({ occurrence, at }: CapturedError, message: string): boolean {
  return (
    attempt(() => {
      const [digest, last, lastAt] = JSON.parse(sessionStorage.getItem(chunkKey) ?? '[]') as Occurred
      const age = performance.timeOrigin - lastAt
      if (last === message && age > 0 && age < reloadMs && !occurrence.final) {
        occurrence.digest = digest
        return true
      }
      sessionStorage.setItem(chunkKey, JSON.stringify([occurrence.digest, message, at]))
      return false
    }) ?? false
  )
}

/** Vite's event for a chunk that did not load, also where a router catches the error. Returns how to stop. */
export function watchPreloadErrors(report: (error: unknown) => void): () => void {
  return listen(globalThis, 'vite:preloadError', (event: Event & { payload?: unknown }) =>
    report(event.payload ?? event),
  )
}
