// A deploy removes chunks that open pages still request. Reloading the page loads the new ones.

import { attempt } from '../attempt.ts'

const key = 'errata.reloaded'
/** If one reload did not help, another will not either: a page must never reload in a loop. */
const pauseMs = 3_600_000

/** True at most once an hour in a tab, and false if the time cannot be stored. */
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
