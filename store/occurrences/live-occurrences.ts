// Those who watch: each new occurrence is told to them once its group is stored.
import type { News } from '../rows/occurrence.ts'

export type Watcher = { tell(occurrence: News): void; end(): void }

export type Live = {
  tell: (occurrences: News[]) => void
  /** Returns what to call when the watcher leaves; null when there are too many. */
  watch(watcher: Watcher): (() => void) | null
  /** Since when somebody has watched without a break; null while nobody does. */
  watchedSince(): Date | null
  close(): void
}

/** Consoles that may watch at once. Each holds a connection. */
const MAX_WATCHERS = 200

/** Occurrences told of one group: a storm is seen as well from its beginning. */
const MAX_TOLD = 100

export function createLive(): Live {
  const watchers = new Set<Watcher>()
  let since: Date | null = null
  return {
    tell(occurrences) {
      for (const occurrence of occurrences.slice(0, MAX_TOLD))
        for (const watcher of watchers) watcher.tell(occurrence)
    },
    watch(watcher) {
      if (watchers.size >= MAX_WATCHERS) return null
      since ??= new Date()
      watchers.add(watcher)
      return () => {
        watchers.delete(watcher)
        if (watchers.size === 0) since = null
      }
    },
    watchedSince: () => since,
    close() {
      for (const watcher of watchers) watcher.end()
      watchers.clear()
    },
  }
}
