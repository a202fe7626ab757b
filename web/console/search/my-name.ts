// The name that `assignee:me` stands for: the last one that an issue was assigned to in this browser.
import { readStored, writeStored } from '../ui/storage.ts'

const KEY = 'errata.assignee'

export const ME = 'me'

/** Null: no issue was assigned yet. */
export function readMyName(): string | null {
  const name = readStored(KEY)
  return typeof name === 'string' && name !== '' ? name : null
}

export function rememberMyName(name: string): void {
  writeStored(KEY, name)
}
