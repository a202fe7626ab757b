// What could not be sent because the relay was away, kept for the next page of the same tab.

import { attempt } from './attempt.ts'

const key = 'errata.unsent'
/** Of the 5 MB that all of a site shares; in characters, which is what browsers count. */
const lengthLimit = 65_536

/** Bodies of requests, complete: the next page may be of another release. The oldest are kept. */
export function keepUnsent(bodies: string[]): void {
  const all = [...readUnsent(), ...bodies]
  while (JSON.stringify(all).length > lengthLimit) all.pop()
  // Full or forbidden: then they are lost, as without this.
  if (all.length) attempt(() => sessionStorage.setItem(key, JSON.stringify(all)))
}

/** Gives them back once. */
export function takeUnsent(): string[] {
  const bodies = readUnsent()
  attempt(() => sessionStorage.removeItem(key))
  return bodies
}

function readUnsent(): string[] {
  const kept = attempt(() => JSON.parse(sessionStorage.getItem(key) ?? '[]') as unknown)
  // Whatever else stands there was not written by us.
  return Array.isArray(kept) ? kept.filter((body) => String(body).startsWith('{"resourceLogs"')) : []
}
