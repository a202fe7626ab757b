// GROUP BY over selected rows: events, distinct users or sessions, and events per bucket of each group.
import type { Buckets } from '../buckets.ts'
import { NO_GROUP, type Groups } from './groups.ts'
import { timestampOf } from './partition.ts'
import type { IndexSelection } from './selection.ts'

/** Events by the number of their fingerprint. */
export function countByFingerprint({ partitions }: IndexSelection, fingerprints: number): Uint32Array {
  const counts = new Uint32Array(fingerprints)
  for (const { partition, size, rows } of partitions) {
    const { fingerprints: numbers } = partition
    if (rows === null) for (let row = 0; row < size; row++) counts[numbers[row]!]!++
    else for (const row of rows) counts[numbers[row]!]!++
  }
  return counts
}

export function countBy({ partitions }: IndexSelection, groups: Groups): Uint32Array {
  const counts = new Uint32Array(groups.count)
  for (const { partition, size, rows } of partitions) {
    for (let at = 0; at < size; at++) {
      const group = groups.of[partition.fingerprints[rows === null ? at : rows[at]!]!] ?? NO_GROUP
      if (group !== NO_GROUP) counts[group]!++
    }
  }
  return counts
}

export function histogramBy(
  { partitions }: IndexSelection,
  groups: Groups,
  { first, step, count }: Buckets,
): number[][] {
  const histograms = Array.from({ length: groups.count }, () => Array.from({ length: count }, () => 0))
  const [start, length] = [timestampOf(first), Number(step)]
  for (const { partition, size, rows } of partitions) {
    for (let at = 0; at < size; at++) {
      const row = rows === null ? at : rows[at]!
      const group = groups.of[partition.fingerprints[row]!] ?? NO_GROUP
      if (group === NO_GROUP) continue
      const nanoseconds =
        (partition.seconds[row]! - start.seconds) * 1e9 + (partition.nanoseconds[row]! - start.nanoseconds)
      // As `BUCKET` in SQL: rows outside all buckets count in the first or the last.
      histograms[group]![Math.min(Math.max(Math.floor(nanoseconds / length), 0), count - 1)]!++
    }
  }
  return histograms
}

/** How many distinct hashes each group has, by one hash set of (group, hash) in one buffer. */
export function distinctBy(
  selection: IndexSelection,
  groups: Groups,
  column: 'users' | 'sessions',
): Uint32Array {
  const counts = new Uint32Array(groups.count)
  const maxEntries = countBy(selection, groups).reduce((sum, count) => sum + count, 0)
  // At most half of the slots are used. A slot: the group plus one (0: empty), and the two halves of the
  // hash.
  const mask = 2 ** Math.ceil(Math.log2(2 * maxEntries + 2)) - 1
  const slots = selection.buffers.zeros(3 * (mask + 1))
  for (const { partition, size, rows } of selection.partitions) {
    const halves = new Uint32Array(partition[column].buffer)
    for (let at = 0; at < size; at++) {
      const row = rows === null ? at : rows[at]!
      const group = groups.of[partition.fingerprints[row]!] ?? NO_GROUP
      const [low, high] = [halves[2 * row]!, halves[2 * row + 1]!]
      if (group === NO_GROUP || (low | high) === 0) continue
      let slot = (low ^ Math.imul(high, 0x85_eb_ca_6b) ^ Math.imul(group, 0x9e_37_79_b1)) & mask
      while (
        slots[3 * slot] !== 0 &&
        !(slots[3 * slot] === group + 1 && slots[3 * slot + 1] === low && slots[3 * slot + 2] === high)
      )
        slot = (slot + 1) & mask
      if (slots[3 * slot] !== 0) continue
      slots[3 * slot] = group + 1
      slots[3 * slot + 1] = low
      slots[3 * slot + 2] = high
      counts[group]!++
    }
  }
  return counts
}
