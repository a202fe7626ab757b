// GROUP BY over selected rows: events, distinct users and sessions, and events per bucket of each group.
import { SECOND_NS } from '../../database/instants.ts'
import type { Buckets } from '../buckets.ts'
import type { IssueStats, Trend } from '../occurrences.ts'
import { DistinctIds } from './distinct-ids.ts'
import { timestampOf, type Partition } from './partition.ts'
import type { Groups, IndexSelection } from './selection.ts'

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
  const stats = Array.from({ length: groups.count }, () => ({
    count: 0,
    users: new DistinctIds(),
    sessions: new DistinctIds(),
    trend: Array.from({ length: buckets.count }, () => 0),
  }))
  const bucketOf = bucketFunction(buckets)
  for (const { partition, size, rows } of selection.partitions) {
    const [users, sessions] = [halvesOf(partition.users), halvesOf(partition.sessions)]
    for (let at = 0; at < size; at++) {
      const row = rows === null ? at : rows[at]!
      const own = stats[groups.of[partition.fingerprints[row]!]!]!
      own.count++
      own.trend[bucketOf(partition, row)]!++
      own.users.add(users[2 * row]!, users[2 * row + 1]!)
      own.sessions.add(sessions[2 * row]!, sessions[2 * row + 1]!)
    }
  }
  return stats.map((own) => ({ ...own, users: own.users.size, sessions: own.sessions.size }))
}

/**
 * How many users each group has. `groupOf`: the group of each fingerprint's number; `events`: of each group.
 * The ids of a group are put beside each other first: one hash set for all of them jumps in memory, and took
 * four times as long.
 */
export function usersBy(selection: IndexSelection, groupOf: Int32Array, events: Uint32Array): Uint32Array {
  const ends = new Uint32Array(events.length)
  for (let group = 1; group < ends.length; group++) ends[group] = ends[group - 1]! + events[group - 1]!
  const ids = new Uint32Array(2 * countRows(selection))
  for (const { partition, size, rows } of selection.partitions) {
    const { fingerprints } = partition
    const halves = halvesOf(partition.users)
    for (let at = 0; at < size; at++) {
      const row = rows === null ? at : rows[at]!
      const position = 2 * ends[groupOf[fingerprints[row]!]!]!++
      ids[position] = halves[2 * row]!
      ids[position + 1] = halves[2 * row + 1]!
    }
  }
  const set = new DistinctIds()
  return events.map((count, group) => {
    if (count === 0) return 0
    const end = 2 * ends[group]!
    if (count === 1) return Number((ids[end - 2]! | ids[end - 1]!) !== 0)
    set.clear()
    for (let at = end - 2 * count; at < end; at += 2) set.add(ids[at]!, ids[at + 1]!)
    return set.size
  })
}

/** All rows together, in one pass. `highlighted`: 1 for each fingerprint's number that is counted apart. */
export function trendOf(selection: IndexSelection, highlighted: Uint8Array, buckets: Buckets): Trend {
  const [counts, part] = [new Uint32Array(buckets.count), new Uint32Array(buckets.count)]
  const bucketOf = bucketFunction(buckets)
  const users = new DistinctIds()
  for (const { partition, size, rows } of selection.partitions) {
    const halves = halvesOf(partition.users)
    for (let at = 0; at < size; at++) {
      const row = rows === null ? at : rows[at]!
      const bucket = bucketOf(partition, row)
      counts[bucket]!++
      if (highlighted[partition.fingerprints[row]!] === 1) part[bucket]!++
      users.add(halves[2 * row]!, halves[2 * row + 1]!)
    }
  }
  return { events: countRows(selection), users: users.size, counts: [...counts], highlighted: [...part] }
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
  const last = count - 1
  // Nearly always: then the nanoseconds of a row do not matter.
  if (start.nanoseconds === 0 && step % SECOND_NS === 0n) {
    const seconds = Number(step / SECOND_NS)
    return (partition, row) =>
      Math.min(Math.max(Math.floor((partition.seconds[row]! - start.seconds) / seconds), 0), last)
  }
  return ({ seconds, nanoseconds }, row) => {
    const distance = (seconds[row]! - start.seconds) * 1e9 + (nanoseconds[row]! - start.nanoseconds)
    return Math.min(Math.max(Math.floor(distance / length), 0), last)
  }
}
