// What of a group is to be inserted: an occurrence that came before, in this group or in another, is left out of its request's rows.
import { randomUUID } from 'node:crypto'
import type { Occurrence } from '../rows/occurrence.ts'
import type { Rows } from '../rows/rows.ts'
import type { Intent, Part, Rows as WrittenRows, Table } from './intent.ts'
import type { Memory } from './memory.ts'

export type Received = { hash: string; table: Table; rows: Rows }

/** Occurrences by the part that brings them. */
export type Brought = Map<Part, Occurrence[]>

/** A page and its relay both send again, in other company each. */
export function intentOf(
  group: Received[],
  memory: Memory,
): { intent: Intent; rows: WrittenRows; brought: Brought } {
  const seen = new Set<string>()
  const all: Brought = new Map()
  const written: WrittenRows = new Map()
  const parts = group.map(({ hash, table, rows }): Part => {
    const keys = [hash]
    const buffers: Buffer[] = []
    const mine: Occurrence[] = []
    let at = 0
    for (const { from, to, occurrences } of rows.marked) {
      const key = occurrences[0]?.key ?? null
      if (key !== null && (seen.has(key) || memory.has(key))) {
        buffers.push(rows.bytes.subarray(at, from))
        at = to
        continue
      }
      if (key !== null) {
        seen.add(key)
        keys.push(key)
      }
      mine.push(...occurrences)
    }
    buffers.push(rows.bytes.subarray(at))
    const part = { table, keys, length: buffers.reduce((sum, buffer) => sum + buffer.length, 0) }
    written.set(part, buffers)
    if (mine.length > 0) all.set(part, mine)
    return part
  })
  return { intent: { token: randomUUID(), parts }, rows: written, brought: all }
}
