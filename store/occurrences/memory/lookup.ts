// Single occurrences of the index: by digest, and the one before another.
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

/** Of all occurrences of these fingerprints: one pass. */
export function findPosition(
  index: OccurrenceIndex,
  fingerprints: string[],
  { ns, digest }: OccurrenceKey,
): OccurrencePosition {
  const numbers = new Set(index.fingerprints.findTexts(fingerprints))
  const key = { timestamp: timestampOf(ns), digest: numberOfDigest(digest) }
  const position = new Position()
  for (const partition of index.partitions()) {
    const { fingerprints: ofRows, digests, size } = partition
    for (let row = 0; row < size; row++) {
      if (!numbers.has(ofRows[row]!)) continue
      const distance = partition.compare(row, key.timestamp) || digests[row]! - key.digest
      position.add({ partition, row }, distance)
    }
  }
  return position.result()
}

type RowOfIndex = { partition: Partition; row: number }

class Position {
  number = 0
  total = 0
  first: RowOfIndex | null = null
  last: RowOfIndex | null = null
  previous: RowOfIndex | null = null
  next: RowOfIndex | null = null

  /** `distance`: from the key. Negative: the row is before it. */
  add(row: RowOfIndex, distance: number): void {
    this.total++
    if (distance <= 0) this.number++
    this.first = earlier(this.first, row)
    this.last = later(this.last, row)
    if (distance < 0) this.previous = later(this.previous, row)
    if (distance > 0) this.next = earlier(this.next, row)
  }

  result(): OccurrencePosition {
    const { number, total } = this
    const [first = null, last = null, previous = null, next = null] = [
      this.first,
      this.last,
      this.previous,
      this.next,
    ].map((found) => found && digestOfNumber(found.partition.digests[found.row]!))
    return { number, total, first, last, previous, next }
  }
}

function earlier(a: RowOfIndex | null, b: RowOfIndex): RowOfIndex {
  return a !== null && compareRows(a, b) <= 0 ? a : b
}

function later(a: RowOfIndex | null, b: RowOfIndex): RowOfIndex {
  return a !== null && compareRows(a, b) >= 0 ? a : b
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
    if (distance < 0 && (last === null || compareRows({ partition, row }, { partition, row: last }) > 0)) last = row
  }
  return last
}

/** The order of lists: by timestamp, then by digest. */
function compareRows(a: RowOfIndex, b: RowOfIndex): number {
  return (
    a.partition.compare(a.row, b.partition.timestamp(b.row)) ||
    a.partition.digests[a.row]! - b.partition.digests[b.row]!
  )
}
