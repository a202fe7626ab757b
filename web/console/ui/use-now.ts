// The current time in a component, and the age of an instant, updated while the page is visible.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { formatAge } from '../format/format-time.ts'

const AGE_MS = 5_000

/** Milliseconds since 1970. */
export function useNow(intervalMs = 5_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => repeatWhileVisible(() => setNow(Date.now()), intervalMs), [intervalMs])
  return now
}

/** `4 min`. The component is drawn again only when this text changes. */
export function useAge(instant: string): string {
  return useSyncExternalStore(subscribe, () => formatAge(instant, Date.now()))
}

const listeners = new Set<() => void>()
let stop: (() => void) | undefined

/** All ages have one timer. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  stop ??= repeatWhileVisible(() => listeners.forEach((update) => update()), AGE_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    stop = undefined
  }
}

function repeatWhileVisible(run: () => void, intervalMs: number): () => void {
  const timer = setInterval(() => {
    if (!document.hidden) run()
  }, intervalMs)
  return () => clearInterval(timer)
}
