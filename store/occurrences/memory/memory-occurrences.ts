// Counts occurrences in the index. What the index does not cover is answered by SQL; so are terms that it has
// no column for, whose matching rows are then counted here.
import type { Condition } from '../../database/engine/condition.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { UnavailableError } from '../../database/engine/errors.ts'
import { nextTurn } from '../../../server/event-loop.ts'
import { exceptionFilter, givenFilter, MAY_BE_GIVEN, type OccurrenceFilter } from '../exception-filter.ts'
import { parseFingerprint, type FingerprintTable } from '../fingerprint-table.ts'
import type { IssueMerges, OccurrenceKey, Occurrences, OccurrenceSelection } from '../occurrences.ts'
import type { Term } from '../search-terms.ts'
import { countByFingerprint, statsBy, trendOf, usersBy } from './aggregate.ts'
import { findDigest, findPrevious, positionOf } from './lookup.ts'
import type { OccurrenceIndex } from './occurrence-index.ts'
import {
  MATCH_COLUMNS,
  MatchSet,
  NO_GROUP,
  rowsOfGroups,
  type Groups,
  type IndexSelection,
} from './selection.ts'

/** Nothing is stored from before 1970. */
const ALL = 0n

/** `sql` counts what the index does not cover. */
export function createMemoryOccurrences(index: OccurrenceIndex, sql: Occurrences): Occurrences {
  return {
    async select(filter, request) {
      const { engine, merges } = request
      if (!index.covers(filter.from)) return sql.select(filter, request)
      const { textTerms, others } = divideTerms(filter, index)
      const find = createFinder(engine)
      const [matches, ...given] = await Promise.all([
        others.length === 0 ? null : find(exceptionFilter({ ...filter, terms: others })),
        ...textTerms.map(({ value }) => (MAY_BE_GIVEN.test(value) ? find(givenFilter(filter, value)) : null)),
      ])
      // A day, or its texts, may have been evicted while the engine answered.
      const isCovered = textTerms.length === 0 ? index.covers(filter.from) : index.coversTexts(filter.from)
      if (!isCovered) return sql.select(filter, request)
      const matchingWords = textTerms.map(({ value, negated }, at) => ({
        ...index.texts.search(value),
        given: given[at] ?? null,
        negated,
      }))
      return selectInIndex(index.select(filter, { matches, words: matchingWords }), merges)
    },
    claims: (digest) => claims(digest, index, sql),
    findGiven: (givenDigest) => sql.findGiven(givenDigest),
    async previous(fingerprints, key) {
      const digest = index.covers(key.ns) ? findPrevious(index, fingerprints, key) : null
      return digest ?? (index.covers(ALL) ? null : sql.previous(fingerprints, key))
    },
  }
}

/** The index does not know which of several with one digest was stored first. */
async function claims(digest: string, index: OccurrenceIndex, sql: Occurrences): Promise<OccurrenceKey[]> {
  const keys = findDigest(index, digest)
  return keys.length <= 1 && index.covers(ALL) ? keys : sql.claims(digest)
}

/** `textTerms`: whose rows the index finds; SQL finds the rows of `others`. */
function divideTerms(
  filter: OccurrenceFilter,
  index: OccurrenceIndex,
): { textTerms: Term[]; others: Term[] } {
  const hasTexts = index.coversTexts(filter.from)
  const isText = ({ key, value, attribute }: Term): boolean =>
    hasTexts && key === null && attribute === undefined && index.texts.isSearchable(value)
  const textTerms = filter.terms.filter(isText)
  return { textTerms, others: filter.terms.filter((term) => !textTerms.includes(term)) }
}

/** Finds rows with SQL. */
function createFinder(engine: Engine): (where: Condition) => Promise<MatchSet> {
  return async ({ sql, parameters }) => {
    const query = `SELECT ${MATCH_COLUMNS} FROM exceptions WHERE ${sql}`
    return new MatchSet(await engine.queryBytes('RowBinary', query, parameters))
  }
}

function selectInIndex(rows: IndexSelection, merges: IssueMerges): OccurrenceSelection {
  return {
    async countByIssue(unit, fingerprints) {
      await nextTurn()
      // The issues of memory are loaded before its occurrences, and stay.
      if (fingerprints !== rows.fingerprints) throw new UnavailableError('The issues are being loaded.')
      const targets = addTargets(fingerprints, merges)
      const events = countEvents(rows, merges, targets)
      if (unit === 'events') return { events, counts: events }
      return { events, counts: usersBy(rows, issueNumbers(rows, merges, targets), events) }
    },
    async stats(issueIds, buckets) {
      await nextTurn()
      const groups = groupsOf(rows, merges, issueIds)
      const stats = statsBy(rowsOfGroups(rows, groups), groups, buckets)
      return new Map(issueIds.map((id, group) => [id, stats[group]!]))
    },
    async position(fingerprints, key) {
      await nextTurn()
      return positionOf(rows, fingerprints, key)
    },
    fingerprints(limit) {
      const { fingerprints: table } = rows
      const events = countByFingerprint(rows, table.size)
      const numbers = [...events.keys()].filter((number) => events[number]! > 0)
      return numbers.length > limit ? null : numbers.map((number) => table.text(number))
    },
    async trend(buckets, { flags }) {
      await nextTurn()
      return trendOf(rows, flags, buckets)
    },
  }
}

/** A group for each of `issueIds`, in their order. */
function groupsOf({ fingerprints }: IndexSelection, merges: IssueMerges, issueIds: string[]): Groups {
  const of = new Int32Array(fingerprints.size).fill(NO_GROUP)
  for (const [group, id] of issueIds.entries()) {
    for (const number of fingerprints.findTexts(merges.fingerprintsOf(id))) of[number] = group
  }
  return { of, count: issueIds.length }
}

/** Issues into which others were merged. One may have no occurrence besides those. */
function addTargets(fingerprints: FingerprintTable, merges: IssueMerges): string[] {
  const targets = merges.targets.filter((id) => parseFingerprint(id) !== null)
  for (const id of targets) fingerprints.addText(id)
  return targets
}

/** Events of each issue, by the number of its fingerprint. */
function countEvents(rows: IndexSelection, merges: IssueMerges, targets: string[]): Uint32Array {
  const { fingerprints } = rows
  const events = countByFingerprint(rows, fingerprints.size)
  for (const id of targets) {
    const target = fingerprints.findText(id)
    for (const number of fingerprints.findTexts(merges.fingerprintsOf(id).slice(1))) {
      events[target]! += events[number]!
      events[number] = 0
    }
  }
  return events
}

/** The number of the issue of each fingerprint. */
function issueNumbers({ fingerprints }: IndexSelection, merges: IssueMerges, targets: string[]): Int32Array {
  const of = new Int32Array(fingerprints.size)
  for (let number = 0; number < of.length; number++) of[number] = number
  for (const id of targets) {
    const target = fingerprints.findText(id)
    for (const number of fingerprints.findTexts(merges.fingerprintsOf(id))) of[number] = target
  }
  return of
}
