// Whether somebody without a name has changed something: they are asked once how to be called.
import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../../ui/storage.ts'

const REQUESTED = 'errata.name-requested'
const ANSWERED = 'errata.name-answered'

const listeners = new Set<() => void>()

/** Something was changed. */
export function requestName(): void {
  writeStored(REQUESTED, true, 'sessionStorage')
  notify()
}

/** In this browser nobody is asked again. */
export function endNameRequest(): void {
  writeStored(ANSWERED, true)
  notify()
}

/** `answered`: with a name, or with “Not now”. */
export type NameRequest = 'none' | 'open' | 'answered'

export function useNameRequest(): NameRequest {
  return useSyncExternalStore(subscribe, read)
}

function read(): NameRequest {
  if (readStored(ANSWERED) === true) return 'answered'
  return readStored(REQUESTED, 'sessionStorage') === true ? 'open' : 'none'
}

function notify(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
