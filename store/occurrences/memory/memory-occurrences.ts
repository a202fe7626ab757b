// Counts occurrences in the index. What the index does not cover is answered by SQL; so is the search for
// text, whose matching rows are then counted here.
import type { Engine } from '../../engine/engine.ts'
import type { Buckets } from '../buckets.ts'
import { exceptionFilter } from '../exception-filter.ts'
import type { IssueMerges, IssueStats, Occurrences, OccurrenceSelection } from '../occurrences.ts'
import { countBy, distinctBy, histogramBy, NO_GROUP, type Groups } from './aggregate.ts'
import { findDigest, findNeighbour } from './lookup.ts'
import { MATCH_COLUMNS, MatchSet } from './match-set.ts'
import type { OccurrenceIndex } from './occurrence-index.ts'
import type { IndexSelection } from './selection.ts'

/** Nothing is stored from before 1970. */
const ALL = 0n

export function createMemoryOccurrences({
  engine,
  index,
  sql,
}: {
  engine: Engine
  index: OccurrenceIndex
  sql: Occurrences
}): Occurrences {
  return {
    async select(filter, merges) {
      if (!index.covers(filter.from)) return sql.select(filter, merges)
      if (filter.terms.length === 0) return selectInIndex(index.select(filter, null), merges)
      const where = exceptionFilter(filter)
      const matches = new MatchSet(
        await engine.queryBytes(
          'RowBinary',
          `SELECT ${MATCH_COLUMNS} FROM exceptions WHERE ${where.sql}`,
          where.parameters,
        ),
      )
      // A day may have been evicted while the engine answered.
      if (!index.covers(filter.from)) return sql.select(filter, merges)
      return selectInIndex(index.select(filter, matches), merges)
    },
    // The tables have a new row a moment before the index: a trace that lists a digest must open it.
    find: async (digest) => findDigest(index, digest) ?? sql.find(digest),
    findGiven: (givenDigest) => sql.findGiven(givenDigest),
    async previous(fingerprints, key) {
      const digest = index.covers(key.ns) ? findNeighbour(index, fingerprints, key, -1) : null
      return digest ?? (index.covers(ALL) ? null : sql.previous(fingerprints, key))
    },
    async next(fingerprints, key) {
      return index.covers(key.ns) ? findNeighbour(index, fingerprints, key, 1) : sql.next(fingerprints, key)
    },
  }
}

function selectInIndex(rows: IndexSelection, merges: IssueMerges): OccurrenceSelection {
  return {
    async countByIssue(unit) {
      const { groups, ids } = groupPerIssue(rows, merges)
      const events = countBy(rows, groups)
      const counts = unit === 'users' ? distinctBy(rows, groups, 'users') : events
      return ids.flatMap((id, group) => (events[group]! > 0 ? { id, count: counts[group]! } : []))
    },
    async stats(issueIds, buckets) {
      return statsOf(rows, groupsOf(rows, merges, issueIds), issueIds, buckets)
    },
    async trend(buckets, highlighted) {
      const groups = groupsOf(rows, merges, highlighted)
      const everything = { of: new Int32Array(groups.of.length), count: 1 }
      const part = { of: groups.of.map((group) => (group === NO_GROUP ? NO_GROUP : 0)), count: 1 }
      return {
        events: countBy(rows, everything)[0]!,
        users: distinctBy(rows, everything, 'users')[0]!,
        counts: histogramBy(rows, everything, buckets)[0]!,
        highlighted: histogramBy(rows, part, buckets)[0]!,
      }
    },
  }
}

function statsOf(
  rows: IndexSelection,
  groups: Groups,
  issueIds: string[],
  buckets: Buckets,
): Map<string, IssueStats> {
  const counts = countBy(rows, groups)
  const users = distinctBy(rows, groups, 'users')
  const sessions = distinctBy(rows, groups, 'sessions')
  const trends = histogramBy(rows, groups, buckets)
  return new Map(
    issueIds.map((id, group) => [
      id,
      { count: counts[group]!, users: users[group]!, sessions: sessions[group]!, trend: trends[group]! },
    ]),
  )
}

/** A group for each of `issueIds`, in their order. */
function groupsOf({ fingerprints }: IndexSelection, merges: IssueMerges, issueIds: string[]): Groups {
  const of = new Int32Array(fingerprints.texts.length).fill(NO_GROUP)
  for (const [group, id] of issueIds.entries()) {
    for (const fingerprint of merges.fingerprintsOf(id)) {
      const number = fingerprints.find(fingerprint)
      if (number !== undefined) of[number] = group
    }
  }
  return { of, count: issueIds.length }
}

/** A group for every issue of the index. */
function groupPerIssue(
  { fingerprints }: IndexSelection,
  merges: IssueMerges,
): { groups: Groups; ids: string[] } {
  const groupOf = new Map<string, number>()
  const of = Int32Array.from(fingerprints.texts, (fingerprint) => {
    const id = merges.issueOf(fingerprint)
    const group = groupOf.get(id) ?? groupOf.size
    groupOf.set(id, group)
    return group
  })
  return { groups: { of, count: groupOf.size }, ids: [...groupOf.keys()] }
}
