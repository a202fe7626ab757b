// Every implementation of `Occurrences` gives the same numbers as a plain list of the rows.
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../database/engine/engine.ts'
import { mergesOf } from '../features/issues/state/issue-merges.ts'
import type { Occurrence } from '../ingest/rows/occurrence.ts'
import {
  DAY,
  everything,
  inMemory,
  issueOfLetter,
  MINUTE,
  nanoseconds,
  NO_MERGES,
  NOW,
  OCCURRENCES,
  openFilledEngine,
  RETENTION_DAYS,
  SETUPS,
  stored,
} from '../testing/occurrences.ts'
import { newDigest } from '../testing/otlp.ts'
import { makeFolder } from '../testing/store.ts'
import { bucketsOf } from './buckets.ts'
import type { OccurrenceFilter } from './exception-filter.ts'
import type { FingerprintTable } from './fingerprint-table.ts'
import { loadIndex } from './memory/load.ts'
import { OccurrenceIndex } from './memory/occurrence-index.ts'
import type { FingerprintSet, OccurrenceKey, Occurrences, OccurrenceSelection } from './occurrences.ts'
import { parseSearchTerms } from './search-terms.ts'

/** The day that the last test of each suite drops. Occurrences of many issues are at its start. */
const dropped = new Date((Math.floor(NOW / DAY) - 2) * DAY).toISOString().slice(0, 10)

const MERGES = mergesOf(
  new Map([
    [issueOfLetter('b'), issueOfLetter('a')],
    [issueOfLetter('c'), issueOfLetter('b')],
  ]),
)

function orderOf({ ns, digest }: { ns: bigint; digest: string }): string {
  return `${ns} ${digest}`
}

function distinct(ids: string[]): number {
  return new Set(ids.filter((id) => id !== '')).size
}

function numbersOf(rows: Occurrence[]): { count: number; users: number; sessions: number } {
  return {
    count: rows.length,
    users: distinct(rows.map(({ user }) => user)),
    sessions: distinct(rows.map(({ session }) => session)),
  }
}

function keyOf({ issueId, ns, digest }: Occurrence): OccurrenceKey {
  return { fingerprint: issueId, ns, digest }
}

function setOf(fingerprints: FingerprintTable, texts: string[]): FingerprintSet {
  const flags = new Uint8Array(fingerprints.size)
  for (const text of texts) if (fingerprints.findText(text) >= 0) flags[fingerprints.findText(text)] = 1
  return { fingerprints, flags }
}

async function countsByIssue(
  selection: OccurrenceSelection,
  unit: 'events' | 'users',
  fingerprints: FingerprintTable,
): Promise<Map<string, number>> {
  const { events, counts } = await selection.countByIssue(unit, fingerprints)
  const issues = [...events.keys()].filter((number) => events[number]! > 0)
  return new Map(issues.map((number) => [fingerprints.text(number), counts[number]!]))
}

const failingWork = (): Promise<never> => Promise.reject(new Error('the engine is down'))

describe.each(SETUPS)('%s', (_, setup) => {
  let engine: Engine
  let occurrences: Occurrences
  let fingerprints: FingerprintTable
  let dropDay: (day: string) => void
  let rows = stored

  beforeAll(async () => {
    engine = await openFilledEngine(makeFolder())
    ;({ occurrences, fingerprints, dropDay } = await setup(engine))
  })
  afterAll(() => engine.close())

  /** Compares every number of a selection with the numbers of the matching rows. */
  async function expectNumbers(
    filter: OccurrenceFilter,
    matches: (row: Occurrence) => boolean,
    merges = NO_MERGES,
  ): Promise<void> {
    const selected = rows.filter((row) => row.ns >= filter.from && row.ns < filter.to && matches(row))
    const byIssue = Map.groupBy(selected, ({ issueId }) => merges.issueOf(issueId))
    const ids = [...byIssue.keys()]
    const buckets = bucketsOf({ from: filter.from, until: filter.to })
    const histogram = (list: Occurrence[]): number[] => {
      const counts = Array.from({ length: buckets.count }, () => 0)
      for (const { ns } of list) counts[Math.max(Number((ns - buckets.first) / buckets.step), 0)]!++
      return counts
    }

    const selection = await occurrences.select(filter, { engine, merges })
    const expected = new Map(
      ids.map((id) => [id, { ...numbersOf(byIssue.get(id)!), trend: histogram(byIssue.get(id)!) }]),
    )
    expect(new Map(await selection.stats(ids, buckets))).toEqual(expected)
    const counts = (unit: 'events' | 'users') => countsByIssue(selection, unit, fingerprints)
    expect(await counts('events')).toEqual(new Map(ids.map((id) => [id, expected.get(id)!.count])))
    expect(await counts('users')).toEqual(new Map(ids.map((id) => [id, expected.get(id)!.users])))
    const highlighted = ids.slice(0, 3)
    const highlightedSet = setOf(fingerprints, highlighted.flatMap(merges.fingerprintsOf))
    expect(await selection.trend(buckets, highlightedSet)).toEqual({
      events: selected.length,
      users: numbersOf(selected).users,
      counts: histogram(selected),
      highlighted: histogram(selected.filter(({ issueId }) => highlighted.includes(merges.issueOf(issueId)))),
    })
  }

  test('counts all occurrences', async () => {
    await expectNumbers(everything, () => true)
  })

  test.each([
    ['begins and ends within days', -2 * DAY + 12_345, -30 * MINUTE],
    ['is shorter than an hour', -90 * MINUTE, -60 * MINUTE],
    ['is in the future', 0, DAY],
    ['has no occurrence', -20 * DAY, -19 * DAY],
  ])('counts a range that %s', async (_name, from, to) => {
    await expectNumbers(
      { ...everything, from: nanoseconds(NOW + from), to: nanoseconds(NOW + to) },
      () => true,
    )
  })

  test('includes the first nanosecond of a range and excludes its end', async () => {
    const [first, last] = [stored[1]!.ns, stored[5]!.ns].toSorted((a, b) => Number(a - b))
    await expectNumbers({ ...everything, from: first!, to: last! }, () => true)
    await expectNumbers({ ...everything, from: first! + 1n, to: last! + 1n }, () => true)
  })

  test.each<[Partial<OccurrenceFilter>, (row: Occurrence) => boolean]>([
    [{ service: ['shop-web'] }, ({ service }) => service === 'shop-web'],
    [{ service: ['shöp', 'admin-web'] }, ({ service }) => service !== 'shop-web'],
    [{ environment: ['staging'] }, ({ environment }) => environment === 'staging'],
    [{ release: ['1.0.0', 'ü-3'] }, ({ release }) => release === '1.0.0' || release === 'ü-3'],
    [
      { service: ['shop-web'], environment: ['production'], release: ['2.0.0'] },
      (row) => row.service === 'shop-web' && row.environment === 'production' && row.release === '2.0.0',
    ],
    [{ service: ['nobody'] }, () => false],
  ])('counts the occurrences that match the filters %j', async (filter, matches) => {
    await expectNumbers({ ...everything, ...filter }, matches)
  })

  test.each<[string, (row: Occurrence) => boolean]>([
    ['failed', () => true],
    ['ORDER -kind', () => false],
    ['"kind a"', ({ message }) => message.includes('kind a')],
    ['user:ann', ({ user }) => user === 'ann'],
    [
      '-user:ann environment:production',
      ({ user, environment }) => user !== 'ann' && environment === 'production',
    ],
    ['user:"Zoë 漢😀" type:ordererr', ({ user }) => user === 'Zoë 漢😀'],
    [stored[4]!.digest, ({ digest }) => digest === stored[4]!.digest],
    [`digest:${stored[4]!.digest.toLowerCase()}`, ({ digest }) => digest === stored[4]!.digest],
  ])('counts the occurrences that match the search %s', async (text, matches) => {
    await expectNumbers({ ...everything, terms: parseSearchTerms(text) }, matches)
  })

  test('counts a search together with filters and a range', async () => {
    const filter = {
      from: nanoseconds(NOW - 2 * DAY),
      service: ['shop-web'],
      terms: parseSearchTerms('-user:ann'),
    }
    await expectNumbers(
      { ...everything, ...filter },
      ({ service, user }) => service === 'shop-web' && user !== 'ann',
    )
  })

  test('counts merged issues as one', async () => {
    await expectNumbers(everything, () => true, MERGES)
    await expectNumbers(
      { ...everything, terms: parseSearchTerms('-user:bob') },
      ({ user }) => user !== 'bob',
      MERGES,
    )
  })

  test('counts 0 for an issue without occurrences', async () => {
    const buckets = bucketsOf({ from: everything.from, until: everything.to })
    const selection = await occurrences.select(everything, { engine, merges: NO_MERGES })
    expect((await selection.stats(['unknown'], buckets)).get('unknown')?.count ?? 0).toBe(0)
    expect(
      (await selection.trend(buckets, setOf(fingerprints, [issueOfLetter('z')]))).highlighted.every(
        (count) => count === 0,
      ),
    ).toBe(true)
    expect(await selection.stats([], buckets)).toEqual(new Map())
  })

  test('finds an occurrence by its digest, and none by another digest', async () => {
    for (const row of stored.slice(0, 30)) expect(await occurrences.claims(row.digest)).toEqual([keyOf(row)])
    expect(await occurrences.claims(newDigest())).toEqual([])
  })

  test('finds the newest occurrence by the digest of a framework', async () => {
    const newest = stored
      .filter((_row, at) => at % 10 === 4)
      .reduce((latest, row) => (row.ns > latest.ns ? row : latest))
    expect((await occurrences.findGiven('given 4'))?.ns).toBe(newest.ns)
    expect(await occurrences.findGiven('given by nobody')).toBeNull()
  })

  test('finds the previous occurrence of an issue, also at one instant', async () => {
    for (const fingerprints of [['a'], ['b', 'c']].map((letters) => letters.map(issueOfLetter))) {
      const list = rows
        .filter(({ issueId }) => fingerprints.includes(issueId))
        .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
      const previous = await Promise.all(list.map((row) => occurrences.previous(fingerprints, keyOf(row))))
      expect(previous).toEqual([null, ...list.map(({ digest }) => digest).slice(0, -1)])
    }
  })

  test('does not count a day that was dropped', async () => {
    await engine.command(`ALTER TABLE exceptions DROP PARTITION '${dropped}'`)
    dropDay(dropped)
    const droppedRows = rows.filter(({ ns }) =>
      new Date(Number(ns / 1_000_000n)).toISOString().startsWith(dropped),
    )
    rows = rows.filter((row) => !droppedRows.includes(row))
    expect(droppedRows.length).toBeGreaterThan(0)
    await expectNumbers(everything, () => true)
    await expectNumbers({ ...everything, terms: parseSearchTerms('failed') }, () => true)
    expect(await occurrences.claims(droppedRows[0]!.digest)).toEqual([])
  })
})

test('if the load into memory fails, SQL counts and a warning is logged', async () => {
  const engine = await openFilledEngine(makeFolder())
  const index = new OccurrenceIndex({ retentionDays: RETENTION_DAYS })
  const lines: string[] = []
  const log = pino({}, { write: (line) => void lines.push(line) })
  await loadIndex({ engine, index, exclusive: failingWork, signal: new AbortController().signal, log })
  expect(JSON.parse(lines.join(''))).toMatchObject({
    level: 40,
    msg: expect.stringContaining('slower') as string,
    err: { message: 'the engine is down' },
  })
  const { occurrences, fingerprints } = inMemory(engine, index)
  const selection = await occurrences.select(everything, { engine, merges: NO_MERGES })
  const counts = await countsByIssue(selection, 'events', fingerprints)
  expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(OCCURRENCES)
  await engine.close()
})

test('memory drops a day when its last row is older than the retention', async () => {
  const index = new OccurrenceIndex({ retentionDays: 2 })
  index.setCoverageStart(Number.NEGATIVE_INFINITY)
  const rows = [0, 1, 2, 3, 4].map((days) => ({ ...stored[0]!, ns: nanoseconds(NOW - days * DAY) }))
  index.append(rows)
  const { fingerprints, partitions } = index.select({ ...everything, from: 0n })
  expect(fingerprints.size).toBe(1)
  expect(partitions.reduce((sum, { size }) => sum + size, 0)).toBe(3)
})
