// What a user saw, as the relay sends it to the store.
import type { Snapshot } from '../../server/snapshot.ts'
import type { SharedStore } from './suite.ts'

/** `text`: in every text of the snapshot. */
export function snapshotOf(digest: string, text: string, more: Partial<Snapshot> = {}): Snapshot {
  return {
    source: 'errata',
    digest,
    givenDigests: [],
    at: Date.now() - 30_000,
    service: 'shop-web',
    session: '',
    user: '',
    trace: '',
    width: 1280,
    height: 720,
    html: `<html><head></head><body><p>${text}</p></body></html>`,
    css: `.${text} { color: red }`,
    texts: 3,
    inputs: 1,
    bytes: 400,
    reason: null,
    events: [],
    unread: [],
    pages: [],
    ...more,
  }
}

/** Resolves when it is stored. */
export async function sendSnapshot(store: Pick<SharedStore, 'ask'>, snapshot: Snapshot): Promise<void> {
  const { status } = await store.ask('/snapshots', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(snapshot),
  })
  if (status !== 204) throw new Error(`The store has answered ${status}.`)
}
