// Request bodies that could not be sent, stored for the next page of the same tab (option `keepUnsent`).

import { attempt } from '../attempt.ts'

const key = 'errata.unsent'
/** Characters, the unit of the browser's limit; all pages of an origin share 5 MB. */
const lengthLimit = 65_536

/** Bodies are complete requests: the next page may be of another release. The oldest are preferred. */
export function storeUnsent(bodies: string[]): void {
  const all = [...readUnsent(), ...bodies]
  while (JSON.stringify(all).length > lengthLimit) all.pop()
  // Storage that is full or forbidden: the bodies are lost.
  if (all.length) attempt(() => sessionStorage.setItem(key, JSON.stringify(all)))
}

export function takeUnsent(): string[] {
  const bodies = readUnsent()
  attempt(() => sessionStorage.removeItem(key))
  return bodies
}

function readUnsent(): string[] {
  const stored = attempt(() => JSON.parse(sessionStorage.getItem(key) ?? '[]') as unknown)
  // Anything else was not written by this file.
  return Array.isArray(stored) ? stored.filter((body) => String(body).startsWith('{"resourceLogs"')) : []
}
