// Single occurrences of the index: by digest, and the neighbours of one.
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

/** The newest with that digest; null: the index does not have it. */
export function findDigest(index: OccurrenceIndex, digest: string): OccurrenceKey | null {
  const number = numberOfDigest(digest)
  for (const partition of index.partitions()) {
    const { digests, size } = partition
    let newest: number | null = null
    for (let row = digests.indexOf(number); row !== -1 && row < size; row = digests.indexOf(number, row + 1))
      if (newest === null || compareRows(partition, row, newest) > 0) newest = row
    if (newest !== null) {
      const fingerprint = index.fingerprints.text(partition.fingerprints[newest]!)
      return { fingerprint, ns: nanosecondsOf(partition.timestamp(newest)), digest }
    }
  }
  return null
}

/**
 * The digest of the previous (`direction` -1) or next (1) occurrence of these fingerprints; null: the index
 * does not have it.
 */
export function findNeighbour(
  index: OccurrenceIndex,
  fingerprints: string[],
  key: OccurrenceKey,
  direction: 1 | -1,
): string | null {
  const numbers = new Set(fingerprints.map((fingerprint) => index.fingerprints.findText(fingerprint)))
  const start = { timestamp: timestampOf(key.ns), digest: numberOfDigest(key.digest) }
  const partitions = direction === 1 ? index.partitions().toReversed() : index.partitions()
  // The first partition in that direction that has a match has the nearest.
  for (const partition of partitions) {
    const row = partition.reaches(start.timestamp, direction)
      ? nearestRow(partition, numbers, start, direction)
      : null
    if (row !== null) return digestOfNumber(partition.digests[row]!)
  }
  return null
}

function nearestRow(
  partition: Partition,
  numbers: ReadonlySet<number>,
  start: { timestamp: Timestamp; digest: number },
  direction: 1 | -1,
): number | null {
  const { fingerprints, digests, size } = partition
  let nearest: number | null = null
  for (let row = 0; row < size; row++) {
    if (!numbers.has(fingerprints[row]!)) continue
    const distance = partition.compare(row, start.timestamp) || digests[row]! - start.digest
    if (
      direction * distance > 0 &&
      (nearest === null || direction * compareRows(partition, row, nearest) < 0)
    )
      nearest = row
  }
  return nearest
}

/** The order of lists: by timestamp, then by digest. */
function compareRows(partition: Partition, a: number, b: number): number {
  return (
    partition.seconds[a]! - partition.seconds[b]! ||
    partition.nanoseconds[a]! - partition.nanoseconds[b]! ||
    partition.digests[a]! - partition.digests[b]!
  )
}
