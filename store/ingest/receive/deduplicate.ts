// The rows of a batch to store: without resources, occurrences and records with an id that are stored already
// or are twice in the batch. A page and its relay retry independently, so an occurrence can arrive in several
// requests; so can the envelopes of a relay whose collector took a request and answered too late.
import type { Part, PartBuffers, SourceTable } from '../journal/segment.ts'
import type { Occurrence } from '../rows/occurrence.ts'
import type { Rows } from '../rows/rows.ts'
import type { ReceivedHashes } from './received-hashes.ts'

export type ReceivedRequest = { hash: string; table: SourceTable; rows: Rows }

/** A row with occurrences, in RowBinary. */
export type NewRow = { table: SourceTable; bytes: Buffer; occurrences: Occurrence[] }

/** Rows that were left out: of resources, and of occurrences or records alone. */
type Duplicates = { resource: number; occurrence: number }

/** `rows`: those with occurrences. */
type Batch = { parts: Part[]; buffers: PartBuffers; rows: NewRow[]; duplicates: Duplicates }

export function buildBatch(requests: ReceivedRequest[], received: ReceivedHashes): Batch {
  const inBatch = new Set<string>()
  const allBuffers: PartBuffers = new Map()
  const newRows: NewRow[] = []
  const duplicates = { resource: 0, occurrence: 0 }
  const parts = requests.map(({ hash, table, rows }): Part => {
    // The only resource of a request has the hash of the request.
    const keys = rows.resources.some((resource) => resource.hash === hash) ? [] : [hash]
    const buffers: Buffer[] = []
    let [start, count] = [0, rows.count]
    for (const resource of rows.resources) {
      if (resource.hash !== null && !isNew(resource.hash, keys)) {
        leaveOut(resource)
        count -= resource.count
        duplicates.resource += resource.count
        continue
      }
      for (const row of resource.marked) {
        if (row.key !== null && !isNew(row.key, keys)) {
          leaveOut(row)
          count--
          duplicates.occurrence++
        } else if (row.occurrences.length > 0) {
          const bytes = rows.bytes.subarray(row.from, row.to)
          newRows.push({ table, bytes, occurrences: row.occurrences })
        }
      }
    }
    buffers.push(rows.bytes.subarray(start))
    const length = buffers.reduce((sum, buffer) => sum + buffer.length, 0)
    const part = { table, keys, length, rows: count }
    allBuffers.set(part, buffers)
    return part

    function leaveOut({ from, to }: { from: number; to: number }): void {
      buffers.push(rows.bytes.subarray(start, from))
      start = to
    }
  })
  return { parts, buffers: allBuffers, rows: newRows, duplicates }

  /** A new key is added to the keys of its part. */
  function isNew(key: string, keys: string[]): boolean {
    if (inBatch.has(key) || received.has(key)) return false
    inBatch.add(key)
    keys.push(key)
    return true
  }
}
