// GROUP BY over selected rows: events, distinct users and sessions, and events per bucket of each group.
import type { Buckets } from '../buckets.ts'
import type { IssueStats, Trend } from '../occurrences.ts'
import { timestampOf, type Partition } from './partition.ts'
import { NO_GROUP, type BufferPool, type Groups, type IndexSelection } from './selection.ts'

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

/** Of each group, in one pass. `selection`: only rows that are in a group. */
export function statsBy(selection: IndexSelection, groups: Groups, buckets: Buckets): IssueStats[] {
  const stats = Array.from({ length: groups.count }, (): IssueStats => ({
    count: 0,
    users: 0,
    sessions: 0,
    trend: Array.from({ length: buckets.count }, () => 0),
  }))
  const bucketOf = bucketFunction(buckets)
  // Two groups of ids for each group of rows: users and sessions.
  const ids = new DistinctSet(selection.buffers, 2 * countRows(selection))
  for (const { partition, size, rows } of selection.partitions) {
    const [users, sessions] = [halvesOf(partition.users), halvesOf(partition.sessions)]
    for (let at = 0; at < size; at++) {
      const row = rows === null ? at : rows[at]!
      const group = groups.of[partition.fingerprints[row]!]!
      const own = stats[group]!
      own.count++
      own.trend[bucketOf(partition, row)]!++
      if (ids.add(2 * group, users[2 * row]!, users[2 * row + 1]!)) own.users++
      if (ids.add(2 * group + 1, sessions[2 * row]!, sessions[2 * row + 1]!)) own.sessions++
    }
  }
  return stats
}

/** How many users each group has. */
export function usersBy(selection: IndexSelection, groups: Groups): Uint32Array {
  const counts = new Uint32Array(groups.count)
  const set = new DistinctSet(selection.buffers, countRows(selection))
  for (const { partition, size, rows } of selection.partitions) {
    const halves = halvesOf(partition.users)
    for (let at = 0; at < size; at++) {
      const row = rows === null ? at : rows[at]!
      const group = groups.of[partition.fingerprints[row]!] ?? NO_GROUP
      if (group !== NO_GROUP && set.add(group, halves[2 * row]!, halves[2 * row + 1]!)) counts[group]!++
    }
  }
  return counts
}

/** All rows together, in one pass. `highlighted`: 1 for each fingerprint's number that is counted apart. */
export function trendOf(selection: IndexSelection, highlighted: Uint8Array, buckets: Buckets): Trend {
  const [counts, part] = [new Uint32Array(buckets.count), new Uint32Array(buckets.count)]
  const bucketOf = bucketFunction(buckets)
  const events = countRows(selection)
  const set = new DistinctSet(selection.buffers, events)
  let users = 0
  for (const { partition, size, rows } of selection.partitions) {
    const halves = halvesOf(partition.users)
    for (let at = 0; at < size; at++) {
      const row = rows === null ? at : rows[at]!
      const bucket = bucketOf(partition, row)
      counts[bucket]!++
      if (highlighted[partition.fingerprints[row]!] === 1) part[bucket]!++
      if (set.add(0, halves[2 * row]!, halves[2 * row + 1]!)) users++
    }
  }
  return { events, users, counts: [...counts], highlighted: [...part] }
}

/** Of each number, its two halves. */
function halvesOf(hashes: Float64Array): Uint32Array {
  return new Uint32Array(hashes.buffer)
}

function countRows({ partitions }: IndexSelection): number {
  return partitions.reduce((sum, { size }) => sum + size, 0)
}

/** As `BUCKET` in SQL: rows outside all buckets count in the first or the last. */
function bucketFunction({ first, step, count }: Buckets): (partition: Partition, row: number) => number {
  const [start, length] = [timestampOf(first), Number(step)]
  return ({ seconds, nanoseconds }, row) => {
    const distance = (seconds[row]! - start.seconds) * 1e9 + (nanoseconds[row]! - start.nanoseconds)
    return Math.min(Math.max(Math.floor(distance / length), 0), count - 1)
  }
}

/** A hash set of (group, hash of an id) in one buffer. */
class DistinctSet {
  /** At most half of the slots are used. */
  readonly #mask: number
  /** A slot: the group plus one (0: empty), and the two halves of the hash. */
  readonly #slots: Uint32Array

  constructor(buffers: BufferPool, maxEntries: number) {
    this.#mask = 2 ** Math.ceil(Math.log2(2 * maxEntries + 2)) - 1
    this.#slots = buffers.zeros(3 * (this.#mask + 1))
  }

  /** False: it is in the set already, or the id is empty. */
  add(group: number, low: number, high: number): boolean {
    if ((low | high) === 0) return false
    const slots = this.#slots
    let slot = (low ^ Math.imul(high, 0x85_eb_ca_6b) ^ Math.imul(group, 0x9e_37_79_b1)) & this.#mask
    while (
      slots[3 * slot] !== 0 &&
      !(slots[3 * slot] === group + 1 && slots[3 * slot + 1] === low && slots[3 * slot + 2] === high)
    )
      slot = (slot + 1) & this.#mask
    if (slots[3 * slot] !== 0) return false
    slots[3 * slot] = group + 1
    slots[3 * slot + 1] = low
    slots[3 * slot + 2] = high
    return true
  }
}
