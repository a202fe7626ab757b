// Single occurrences of the index: by digest, the one before another, and where one is among others.
import type { OccurrenceKey, OccurrencePosition } from '../occurrences.ts'
import type { OccurrenceIndex } from './occurrence-index.ts'
import {
  digestOfNumber,
  nanosecondsOf,
  numberOfDigest,
  timestampOf,
  type Partition,
  type Timestamp,
} from './partition.ts'
import type { IndexSelection } from './selection.ts'

/** One with that digest, or two of several. The index does not know which one was stored first. */
export function findDigest(index: OccurrenceIndex, digest: string): OccurrenceKey[] {
  const number = numberOfDigest(digest)
  const keys: OccurrenceKey[] = []
  for (const partition of index.partitions()) {
    const { digests, fingerprints, size } = partition
    for (
      let row = digests.indexOf(number);
      row !== -1 && row < size && keys.length < 2;
      row = digests.indexOf(number, row + 1)
    ) {
      const fingerprint = index.fingerprints.text(fingerprints[row]!)
      keys.push({ fingerprint, ns: nanosecondsOf(partition.timestamp(row)), digest })
    }
  }
  return keys
}

/** The digest of the previous occurrence of these fingerprints; null: the index does not have it. */
export function findPrevious(
  index: OccurrenceIndex,
  fingerprints: string[],
  { ns, digest }: OccurrenceKey,
): string | null {
  const numbers = new Set(index.fingerprints.findTexts(fingerprints))
  const end = { timestamp: timestampOf(ns), digest: numberOfDigest(digest) }
  // The latest day that has one has the nearest.
  for (const partition of index.partitions()) {
    const row = partition.startsBy(end.timestamp) ? lastRowBefore(partition, numbers, end) : null
    if (row !== null) return digestOfNumber(partition.digests[row]!)
  }
  return null
}

function lastRowBefore(
  partition: Partition,
  numbers: ReadonlySet<number>,
  end: { timestamp: Timestamp; digest: number },
): number | null {
  const { fingerprints, digests, size } = partition
  let last: number | null = null
  for (let row = 0; row < size; row++) {
    if (!numbers.has(fingerprints[row]!)) continue
    const distance = partition.compare(row, end.timestamp) || digests[row]! - end.digest
    const isLater = last === null || compareRows({ partition, row }, { partition, row: last }) > 0
    if (distance < 0 && isLater) last = row
  }
  return last
}

type RowOfPartition = { partition: Partition; row: number }

/** Of the selected rows of these fingerprints, in one pass. */
export function positionOf(
  { partitions, fingerprints: table }: IndexSelection,
  fingerprints: string[],
  { ns, digest }: OccurrenceKey,
): OccurrencePosition {
  const isOfIssue = new Uint8Array(table.size)
  for (const number of table.findTexts(fingerprints)) isOfIssue[number] = 1
  const [at, digestAt] = [timestampOf(ns), numberOfDigest(digest)]
  let [number, total] = [0, 0]
  let first: RowOfPartition | null = null
  let last: RowOfPartition | null = null
  let previous: RowOfPartition | null = null
  let next: RowOfPartition | null = null
  for (const { partition, size, rows } of partitions)
    for (let index = 0; index < size; index++) {
      const row = rows === null ? index : rows[index]!
      if (isOfIssue[partition.fingerprints[row]!] !== 1) continue
      const candidate = { partition, row }
      const distance = partition.compare(row, at) || partition.digests[row]! - digestAt
      total++
      if (distance <= 0) number++
      first = earlier(first, candidate)
      last = later(last, candidate)
      if (distance < 0) previous = later(previous, candidate)
      if (distance > 0) next = earlier(next, candidate)
    }
  const ends = { first: digestOf(first), last: digestOf(last) }
  return { number, total, ...ends, previous: digestOf(previous), next: digestOf(next) }
}

function earlier(a: RowOfPartition | null, b: RowOfPartition): RowOfPartition {
  return a === null || compareRows(b, a) < 0 ? b : a
}

function later(a: RowOfPartition | null, b: RowOfPartition): RowOfPartition {
  return a === null || compareRows(b, a) > 0 ? b : a
}

/** The order of lists: by timestamp, then by digest. */
function compareRows(a: RowOfPartition, b: RowOfPartition): number {
  return (
    a.partition.compare(a.row, b.partition.timestamp(b.row)) ||
    a.partition.digests[a.row]! - b.partition.digests[b.row]!
  )
}

function digestOf(row: RowOfPartition | null): string | null {
  return row === null ? null : digestOfNumber(row.partition.digests[row.row]!)
}
