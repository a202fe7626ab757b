// When a page goes into the background, goes away, or comes back from the back/forward cache.

import { listen } from './listen.ts'

type Lifecycle = {
  /** The document is hidden: it may be killed without another event. */
  hidden: () => void
  /** `pagehide`. It runs before `visibilitychange`, and `document` does not receive it. */
  leaving: () => void
  /** `pageshow`. */
  restored: () => void
}

/** Returns how to stop. */
export function watchLifecycle({ hidden, leaving, restored }: Lifecycle): () => void {
  const stops = [
    listen(globalThis, 'pagehide', leaving),
    listen(globalThis, 'pageshow', restored),
    listen(document, 'visibilitychange', () => document.visibilityState === 'hidden' && hidden()),
  ]
  return () => stops.forEach((stop) => stop())
}
