// The rows of a batch to insert: without occurrences that are stored already or are twice in the batch. A
// page and its relay retry independently, so an occurrence can arrive in several requests.
import { randomUUID } from 'node:crypto'
import type { Occurrence } from '../rows/occurrence.ts'
import type { Rows } from '../rows/rows.ts'
import type { Intent, Part, PartBuffers, SourceTable } from './intent.ts'
import type { ReceivedHashes } from './received-hashes.ts'

export type ReceivedRequest = { hash: string; table: SourceTable; rows: Rows }
type OccurrencesByPart = Map<Part, Occurrence[]>

/** `duplicates`: rows that were left out. */
type Built = {
  intent: Intent
  buffers: PartBuffers
  occurrences: OccurrencesByPart
  duplicates: number
}

export function buildIntent(batch: ReceivedRequest[], received: ReceivedHashes): Built {
  const inBatch = new Set<string>()
  const allBuffers: PartBuffers = new Map()
  const allOccurrences: OccurrencesByPart = new Map()
  let duplicates = 0
  const parts = batch.map(({ hash, table, rows }): Part => {
    const keys = [hash]
    const buffers: Buffer[] = []
    const added: Occurrence[] = []
    let start = 0
    for (const { from, to, occurrences } of rows.marked) {
      const key = occurrences[0]?.key ?? null
      if (key !== null && (inBatch.has(key) || received.has(key))) {
        buffers.push(rows.bytes.subarray(start, from))
        start = to
        duplicates++
        continue
      }
      if (key !== null) {
        inBatch.add(key)
        keys.push(key)
      }
      added.push(...occurrences)
    }
    buffers.push(rows.bytes.subarray(start))
    const part = { table, keys, length: buffers.reduce((sum, buffer) => sum + buffer.length, 0) }
    allBuffers.set(part, buffers)
    if (added.length > 0) allOccurrences.set(part, added)
    return part
  })
  const intent = { token: randomUUID(), parts }
  return { intent, buffers: allBuffers, occurrences: allOccurrences, duplicates }
}
