// The rows of the index that match a filter: a range, some sources, and optionally the rows that SQL matched.
import type { BufferPool } from './buffer-pool.ts'
import type { Dictionary } from './dictionary.ts'
import type { MatchSet } from './match-set.ts'
import type { Partition, Timestamp } from './partition.ts'

/** `rows`: numbers of rows of the partition; null: its first `size` rows. */
export type SelectedPartition = { partition: Partition; size: number; rows: Uint32Array | null }

export type IndexSelection = {
  partitions: SelectedPartition[]
  fingerprints: Dictionary
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
