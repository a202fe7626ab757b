// The rows of the index that match a filter: a range, some sources, and optionally the rows that SQL matched.
import { NO_GROUP, type Groups } from './groups.ts'
import type { BufferPool } from './buffer-pool.ts'
import type { FingerprintTable } from '../fingerprint-table.ts'
import type { MatchSet } from './match-set.ts'
import type { Partition, Timestamp } from './partition.ts'

/** `rows`: numbers of rows of the partition; null: its first `size` rows. */
export type SelectedPartition = { partition: Partition; size: number; rows: Uint32Array | null }

export type IndexSelection = {
  partitions: SelectedPartition[]
  fingerprints: FingerprintTable
  buffers: BufferPool
}

export type RowFilter = {
  from: Timestamp
  to: Timestamp
  /** 1 for each number of a source that matches; null: all match. */
  sources: Uint8Array | null
  matches: MatchSet | null
}

/** A snapshot: rows that are added later are not part of it. */
export function selectRows(partition: Partition, filter: RowFilter): SelectedPartition {
  const isWithin = partition.isWithin(filter.from, filter.to)
  if (isWithin && filter.sources === null && filter.matches === null)
    return { partition, size: partition.size, rows: null }
  const rows = matchingRows(partition, filter, isWithin)
  return { partition, size: rows.length, rows }
}

function matchingRows(
  partition: Partition,
  { from, to, sources, matches }: RowFilter,
  isWithin: boolean,
): Uint32Array {
  const { digests, seconds, nanoseconds } = partition
  const rows = new Uint32Array(partition.size)
  let size = 0
  for (let row = 0; row < partition.size; row++) {
    if (!isWithin && (partition.compare(row, from) < 0 || partition.compare(row, to) >= 0)) continue
    if (sources !== null && sources[partition.sources[row]!] !== 1) continue
    if (matches !== null && !matches.has(digests[row]!, seconds[row]!, nanoseconds[row]!)) continue
    rows[size++] = row
  }
  return rows.slice(0, size)
}

/** The rows that are in a group: what is counted of a page of issues need not pass over all rows again. */
export function rowsOfGroups(selection: IndexSelection, groups: Groups): IndexSelection {
  const partitions = selection.partitions.map(({ partition, size, rows }) => {
    const part: number[] = []
    for (let at = 0; at < size; at++) {
      const row = rows === null ? at : rows[at]!
      if ((groups.of[partition.fingerprints[row]!] ?? NO_GROUP) !== NO_GROUP) part.push(row)
    }
    return { partition, size: part.length, rows: Uint32Array.from(part) }
  })
  return { ...selection, partitions }
}
