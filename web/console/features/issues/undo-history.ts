// The recent actions on issues, which `z` undoes one after the other. They survive a reload of the page.
import { useSyncExternalStore } from 'react'

/** `change`: its id in the store. `fingerprint`: it was merged into the issue `into`. */
export type UndoStep = { change: string } | { fingerprint: string; into: string }
export type RecentAction = { id: string; text: string; at: number; steps: UndoStep[] }

const MAX_ACTIONS = 20
const KEY = 'errata.actions'

const listeners = new Set<() => void>()
let actions: RecentAction[] = readStored()

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
  sessionStorage.setItem(KEY, JSON.stringify(changed))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readStored(): RecentAction[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as RecentAction[]
  } catch {
    return []
  }
}
