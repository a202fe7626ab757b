// The rows of a batch to insert: without resources, occurrences and records with an id that are stored
// already or are twice in the batch. A page and its relay retry independently, so an occurrence can arrive in
// several requests; so can the envelopes of a relay whose collector took a request and answered too late.
import { randomUUID } from 'node:crypto'
import type { Occurrence } from '../rows/occurrence.ts'
import type { Rows } from '../rows/rows.ts'
import type { Intent, Part, PartBuffers, SourceTable } from './intent.ts'
import type { ReceivedHashes } from './received-hashes.ts'

export type ReceivedRequest = { hash: string; table: SourceTable; rows: Rows }
type OccurrencesByPart = Map<Part, Occurrence[]>

/** Rows that were left out: of resources, and of occurrences or records alone. */
type Duplicates = { resource: number; occurrence: number }

type Built = {
  intent: Intent
  buffers: PartBuffers
  occurrences: OccurrencesByPart
  duplicates: Duplicates
}

export function buildIntent(batch: ReceivedRequest[], received: ReceivedHashes): Built {
  const inBatch = new Set<string>()
  const allBuffers: PartBuffers = new Map()
  const allOccurrences: OccurrencesByPart = new Map()
  const duplicates = { resource: 0, occurrence: 0 }
  const parts = batch.map(({ hash, table, rows }): Part => {
    // The only resource of a request has the hash of the request.
    const keys = rows.resources.some((resource) => resource.hash === hash) ? [] : [hash]
    const buffers: Buffer[] = []
    const added: Occurrence[] = []
    let start = 0
    for (const resource of rows.resources) {
      if (resource.hash !== null && !isNew(resource.hash, keys)) {
        leaveOut(resource)
        duplicates.resource += resource.count
        continue
      }
      for (const row of resource.marked) {
        if (row.key === null || isNew(row.key, keys)) added.push(...row.occurrences)
        else {
          leaveOut(row)
          duplicates.occurrence++
        }
      }
    }
    buffers.push(rows.bytes.subarray(start))
    const part = { table, keys, length: buffers.reduce((sum, buffer) => sum + buffer.length, 0) }
    allBuffers.set(part, buffers)
    if (added.length > 0) allOccurrences.set(part, added)
    return part

    function leaveOut({ from, to }: { from: number; to: number }): void {
      buffers.push(rows.bytes.subarray(start, from))
      start = to
    }
  })
  const intent = { token: randomUUID(), parts }
  return { intent, buffers: allBuffers, occurrences: allOccurrences, duplicates }

  /** A new key is added to the keys of its part. */
  function isNew(key: string, keys: string[]): boolean {
    if (inBatch.has(key) || received.has(key)) return false
    inBatch.add(key)
    keys.push(key)
    return true
  }
}
