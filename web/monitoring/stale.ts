// A deploy takes away the chunks that pages opened before it still ask for; loading the page again brings the new ones.

import { attempt } from './attempt.ts'

const key = 'errata.reloaded'
/** Where a new page does not help, the next one would not either: what must never happen is a page that loads again and again. */
const pauseMs = 3_600_000

/** True at most once an hour in a tab, and never where that cannot be remembered. */
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

/** What Vite tells of a chunk it could not load, also where the application catches the error. Returns how to stop. */
export function watchPreload(see: (error: unknown) => void): () => void {
  const heard = (event: Event & { payload?: unknown }) => see(event.payload ?? event)
  addEventListener('vite:preloadError', heard)
  return () => removeEventListener('vite:preloadError', heard)
}
