// A search for words in memory finds what SQL finds: also parts of digests, phrases, and letters of which SQL
// alone knows the other case.
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DIGEST_ALPHABET } from '../../../contract/digest.ts'
import type { Engine } from '../../database/engine/engine.ts'
import type { Occurrence } from '../../ingest/rows/occurrence.ts'
import { openTestEngine } from '../../testing/engine.ts'
import {
  DAY,
  everything,
  exceptionRow,
  inMemory,
  issueOfLetter,
  loadRows,
  MINUTE,
  nanoseconds,
  NO_MERGES,
  NOW,
  RETENTION_DAYS,
} from '../../testing/occurrences.ts'
import { makeFolder } from '../../testing/store.ts'
import type { OccurrenceFilter } from '../exception-filter.ts'
import type { FingerprintTable } from '../fingerprint-table.ts'
import type { Occurrences } from '../occurrences.ts'
import { parseSearchTerms, type Term } from '../search-terms.ts'
import { createSqlOccurrences } from '../sql.ts'
import { OccurrenceIndex } from './occurrence-index.ts'

const ROWS = 300
const ISSUES = ['a', 'b', 'c', 'd'].map(issueOfLetter)
const DAYS = 3

const PIECES = 'Order|order|ORDER|part|failed|at 77| | |-|Ä|ä|İ|ſ|\u212A|k|漢😀'
const piece = fc.constantFrom(...PIECES.split('|'))
const text = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''))
const digest = fc
  .array(fc.constantFrom(...DIGEST_ALPHABET.split('')), { minLength: 8, maxLength: 8 })
  .map((characters) => characters.join(''))

const row: fc.Arbitrary<Occurrence> = fc.record({
  issueId: fc.constantFrom(...ISSUES),
  digest,
  givenDigest: fc.constantFrom('', '', 'order77', 'at 77', '1234567'),
  type: text,
  message: text,
  culprit: text,
  url: text,
  service: fc.constantFrom('shop', 'admin'),
  release: fc.constant(''),
  environment: fc.constant(''),
  user: fc.constantFrom('', 'ann', 'bob'),
  session: fc.constant(''),
  ns: fc.nat(DAYS * DAY - MINUTE).map((before) => nanoseconds(NOW - before)),
  key: fc.constant(null),
})
const rows = fc.sample(row, { numRuns: ROWS, seed: 7 })

/** A part of what a row contains, in some case, or what may be in none. */
const word = fc.oneof(
  fc
    .tuple(fc.constantFrom(...rows), fc.nat(40), fc.integer({ min: 1, max: 12 }), fc.nat(2))
    .map(([{ type, message, culprit, url, digest }, start, length, letterCase]) => {
      const part = [type, message, culprit, url, digest].join(' ').slice(start, start + length)
      return letterCase === 0 ? part : letterCase === 1 ? part.toLowerCase() : part.toUpperCase()
    })
    .filter((part) => part !== '' && part.isWellFormed()),
  // From the end of a title into the address, and from there into the digest.
  fc
    .tuple(
      fc.constantFrom(...rows),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 6 }),
      fc.boolean(),
    )
    .map(([{ culprit, url, digest }, before, after, isAddress]) =>
      isAddress
        ? `${culprit.slice(-before)} ${url.slice(0, after)}`
        : `${url.slice(-before)} ${digest.slice(0, after)}`,
    )
    .filter((part) => part.isWellFormed()),
  digest.map((characters) => characters.slice(0, 2)),
  text.filter((part) => part !== ''),
  fc.constantFrom('order77', '1234567', 'user:ann', '\0'),
)
const term: fc.Arbitrary<Term> = fc.oneof(
  fc.record({ key: fc.constant(null), value: word, negated: fc.boolean() }),
  fc.constantFrom(...parseSearchTerms('user:ann -user:bob service:shop digest:order77')),
)

const filter: fc.Arbitrary<OccurrenceFilter> = fc
  .record({
    terms: fc.array(term, { minLength: 1, maxLength: 3 }),
    days: fc.constantFrom(1, DAYS + 1),
    service: fc.constantFrom<string[][]>([], ['shop']),
  })
  .map(({ days, ...rest }) => ({ ...everything, ...rest, from: nanoseconds(NOW - days * DAY) }))

let engine: Engine
let sql: Occurrences
let memories: { occurrences: Occurrences; fingerprints: FingerprintTable }[]
/** Queries since the last look. */
let queries = 0

beforeAll(async () => {
  const opened = await openTestEngine(makeFolder(), RETENTION_DAYS)
  engine = {
    ...opened,
    queryBytes: (...query) => {
      queries++
      return opened.queryBytes(...query)
    },
  }
  const lines = rows.map((stored) =>
    JSON.stringify({ ...exceptionRow(stored), GivenDigest: stored.givenDigest }),
  )
  await engine.insert('exceptions', lines.join('\n'), 'all')
  sql = createSqlOccurrences(engine)
  const appended = new OccurrenceIndex({ retentionDays: RETENTION_DAYS })
  appended.setCoverageStart(Number.NEGATIVE_INFINITY)
  appended.append(rows)
  const loaded = new OccurrenceIndex({ retentionDays: RETENTION_DAYS })
  await loadRows(engine, loaded)
  // The oldest days lose their texts.
  const limited = new OccurrenceIndex({ retentionDays: RETENTION_DAYS, maxTextBytes: 16_000 })
  await loadRows(engine, limited)
  expect(limited.coversTexts(nanoseconds(NOW))).toBe(true)
  expect(limited.coversTexts(nanoseconds(NOW - DAYS * DAY))).toBe(false)
  memories = [appended, loaded, limited].map((index) => inMemory(engine, index))
})
afterAll(() => engine.close())

async function count(occurrences: Occurrences, where: OccurrenceFilter, table: FingerprintTable) {
  const selection = await occurrences.select(where, { engine, merges: NO_MERGES })
  const { events, counts } = await selection.countByIssue('users', table)
  const ids = ISSUES.filter((id) => events[table.findText(id)]! > 0)
  // SQL does not know them without a query, nor does memory if there are more.
  const some = selection.fingerprints(ISSUES.length)?.toSorted() ?? ids
  expect(some).toEqual(ids)
  expect(selection.fingerprints(ids.length - 1)).toBeNull()
  return ISSUES.map((id) => [id, events[table.findText(id)], counts[table.findText(id)]])
}

test('every search counts in memory what it counts in SQL', async () => {
  await fc.assert(
    fc.asyncProperty(filter, async (where) => {
      const expected = await count(sql, where, memories[0]!.fingerprints)
      for (const { occurrences, fingerprints } of memories)
        expect(await count(occurrences, where, fingerprints)).toEqual(expected)
    }),
    { numRuns: 200 },
  )
})

test('a word that was searched before also finds what is stored afterwards', async () => {
  const index = new OccurrenceIndex({ retentionDays: RETENTION_DAYS })
  index.setCoverageStart(Number.NEGATIVE_INFINITY)
  const { occurrences } = inMemory(engine, index)
  for (const [at, row] of rows.entries()) {
    index.append([row])
    const where = { ...everything, terms: parseSearchTerms('Order') }
    const selection = await occurrences.select(where, { engine, merges: NO_MERGES })
    const { counts } = await selection.countByIssue('events', index.fingerprints)
    const matches = rows
      .slice(0, at + 1)
      .filter(({ type, message, culprit, url }) =>
        [type, message, culprit, url].some((part) => /order/i.test(part)),
      )
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(matches.length)
  }
})

test.each([
  ['failed', 0],
  ['FAILED -part order', 0],
  ['漢', 0],
  ['"er zzyo"', 0],
  // The index of digests that frameworks gave.
  ['order77', 1],
  // Letters whose other case only SQL knows.
  ['ä', 1],
  ['failed user:ann', 1],
])('%s is found with %i queries', async (q, expected) => {
  queries = 0
  await memories[0]!.occurrences.select(
    { ...everything, terms: parseSearchTerms(q) },
    { engine, merges: NO_MERGES },
  )
  expect(queries).toBe(expected)
})
