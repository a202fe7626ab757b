// Single occurrences of the index: by digest, and the one before another.
import type { OccurrenceKey } from '../occurrences.ts'
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
    if (distance < 0 && (last === null || compareRows(partition, row, last) > 0)) last = row
  }
  return last
}

/** The order of lists: by timestamp, then by digest. */
function compareRows(partition: Partition, a: number, b: number): number {
  return (
    partition.seconds[a]! - partition.seconds[b]! ||
    partition.nanoseconds[a]! - partition.nanoseconds[b]! ||
    partition.digests[a]! - partition.digests[b]!
  )
}
