// Single occurrences of the index: by digest, and the neighbours of one.
import { digestOfNumber, numberOfDigest } from './digest-number.ts'
import type { OccurrenceKey } from '../occurrences.ts'
import type { OccurrenceIndex } from './occurrence-index.ts'
import { nanosecondsOf, timestampOf, type Partition } from './partition.ts'

/** The newest with that digest; null: the index has none. */
export function findDigest(index: OccurrenceIndex, digest: string): OccurrenceKey | null {
  const number = numberOfDigest(digest)
  for (const partition of index.partitions()) {
    const row = bestRow(
      partition,
      (candidate) => partition.digests[candidate] === number,
      (a, b) => compareRows(partition, b, a),
    )
    if (row !== null) {
      const fingerprint = index.fingerprints.texts[partition.fingerprints[row]!]!
      return { fingerprint, ns: nanosecondsOf(partition.timestamp(row)), digest }
    }
  }
  return null
}

/**
 * The digest of the previous (`direction` -1) or next (1) occurrence of these fingerprints; null: the index
 * has none.
 */
export function findNeighbour(
  index: OccurrenceIndex,
  fingerprints: string[],
  key: OccurrenceKey,
  direction: 1 | -1,
): string | null {
  const numbers = new Set(fingerprints.flatMap((fingerprint) => index.fingerprints.find(fingerprint) ?? []))
  const [timestamp, digest] = [timestampOf(key.ns), numberOfDigest(key.digest)]
  const partitions = direction === 1 ? index.partitions().toReversed() : index.partitions()
  // The first partition in that direction that has a match has the nearest.
  for (const partition of partitions) {
    const row = bestRow(
      partition,
      (candidate) =>
        numbers.has(partition.fingerprints[candidate]!) &&
        direction * (partition.compare(candidate, timestamp) || partition.digests[candidate]! - digest) > 0,
      (a, b) => direction * compareRows(partition, a, b),
    )
    if (row !== null) return digestOfNumber(partition.digests[row]!)
  }
  return null
}

/** The row that comes first by `compare` among those that match. */
function bestRow(
  partition: Partition,
  matches: (row: number) => boolean,
  compare: (a: number, b: number) => number,
): number | null {
  let best: number | null = null
  for (let row = 0; row < partition.size; row++)
    if (matches(row) && (best === null || compare(row, best) < 0)) best = row
  return best
}

/** The order of lists: by timestamp, then by digest. */
function compareRows(partition: Partition, a: number, b: number): number {
  return (
    partition.seconds[a]! - partition.seconds[b]! ||
    partition.nanoseconds[a]! - partition.nanoseconds[b]! ||
    partition.digests[a]! - partition.digests[b]!
  )
}
