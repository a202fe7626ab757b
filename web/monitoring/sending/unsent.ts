// Stores request bodies that could not be sent for the next page of the tab (option `keepUnsent`).

import { attempt } from '../attempt.ts'

const key = 'errata.unsent'
/** Characters, the unit of the browser's limit; all pages of an origin share 5 MB. */
const lengthLimit = 65_536

/** Bodies are complete requests, because the next page may have another release. The oldest are kept. */
export function storeUnsent(bodies: string[]): void {
  const all = [...readUnsent(), ...bodies]
  while (JSON.stringify(all).length > lengthLimit) all.pop()
  // If storage is full or forbidden, the bodies are lost.
  if (all.length) attempt(() => sessionStorage.setItem(key, JSON.stringify(all)))
}

export function takeUnsent(): string[] {
  const bodies = readUnsent()
  attempt(() => sessionStorage.removeItem(key))
  return bodies
}

function readUnsent(): string[] {
  const stored = attempt(() => JSON.parse(sessionStorage.getItem(key) ?? '[]') as unknown)
  // Anything else was not written here.
  return Array.isArray(stored) ? stored.filter((body) => String(body).startsWith('{"resourceLogs"')) : []
}
