// The last acts on issues, which `z` undoes one after the other. They survive a reload of the page.
import { useSyncExternalStore } from 'react'

/** `change`: its id in the store. `fingerprint`: what was merged into the issue `into`. */
export type UndoStep = { change: string } | { fingerprint: string; into: string }
export type Act = { id: string; text: string; at: number; steps: UndoStep[] }

const MAX_ACTS = 20
const KEY = 'errata.acts'

const listeners = new Set<() => void>()
let acts: Act[] = readStored()

/** The newest last. */
export function useActs(): Act[] {
  return useSyncExternalStore(subscribe, () => acts)
}

export function latestAct(): Act | undefined {
  return acts.at(-1)
}

export function addAct(act: Act): void {
  write([...acts, act].toSorted((a, b) => a.at - b.at).slice(-MAX_ACTS))
}

export function removeAct(id: string): void {
  write(acts.filter((act) => act.id !== id))
}

function write(changed: Act[]): void {
  acts = changed
  sessionStorage.setItem(KEY, JSON.stringify(changed))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readStored(): Act[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Act[]
  } catch {
    return []
  }
}
