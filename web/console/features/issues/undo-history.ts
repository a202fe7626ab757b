// The recent actions on issues, which `z` undoes one after the other. They survive a reload of the page.
import { writeStored, readStored } from '../../ui/storage.ts'
import { useSyncExternalStore } from 'react'

/** `change`: its id in the store. `fingerprint`: it was merged into the issue `into`. */
export type UndoStep = { change: string } | { fingerprint: string; into: string }
export type RecentAction = { id: string; text: string; at: number; steps: UndoStep[] }

const MAX_ACTIONS = 20
const KEY = 'errata.actions'

const listeners = new Set<() => void>()
let actions = (readStored(KEY, 'sessionStorage') ?? []) as RecentAction[]

/** The latest is last. */
export function useRecentActions(): RecentAction[] {
  return useSyncExternalStore(subscribe, () => actions)
}

export function latestAction(): RecentAction | undefined {
  return actions.at(-1)
}

export function addAction(action: RecentAction): void {
  write([...actions, action].toSorted((a, b) => a.at - b.at).slice(-MAX_ACTIONS))
}

export function removeAction(id: string): void {
  write(actions.filter((action) => action.id !== id))
}

function write(changed: RecentAction[]): void {
  actions = changed
  writeStored(KEY, changed, 'sessionStorage')
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
