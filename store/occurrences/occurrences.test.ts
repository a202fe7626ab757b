// Every way of counting occurrences gives the same numbers as a plain list of them.
import { rmSync } from 'node:fs'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import type { Engine } from '../engine/engine.ts'
import { openEngine } from '../engine/open.ts'
import { mergesOf } from '../issues/issue-merges.ts'
import type { Occurrence } from '../rows/occurrence.ts'
import { applySchema } from '../tables/schema.ts'
import { newDigest } from '../testing/otlp.ts'
import { makeFolder } from '../testing/store.ts'
import { bucketsOf } from './buckets.ts'
import type { OccurrenceFilter } from './exception-filter.ts'
import { loadIndex } from './memory/load.ts'
import { createMemoryOccurrences } from './memory/memory-occurrences.ts'
import { OccurrenceIndex } from './memory/occurrence-index.ts'
import type { OccurrenceKey, Occurrences } from './occurrences.ts'
import { parseSearchTerms } from './search-terms.ts'
import { createSqlOccurrences } from './sql.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const NOW = Math.floor(Date.now() / MINUTE) * MINUTE
const RETENTION_DAYS = 30
const OCCURRENCES = 240

const nanoseconds = (milliseconds: number): bigint => BigInt(milliseconds) * 1_000_000n
const pick = <Value>(values: Value[], at: number): Value => values[at % values.length]!

/** Over four days, some ahead of now, and several at one instant at the edge of a day. */
function instantOf(at: number): bigint {
  if (at % 17 === 0) return nanoseconds((Math.floor(NOW / DAY) - 2) * DAY)
  return nanoseconds(NOW - ((at * 37) % 5_760) * MINUTE + (at % 23 === 0 ? 480 * MINUTE : 0)) + BigInt(at % 3)
}

const stored: Occurrence[] = Array.from({ length: OCCURRENCES }, (_, at) => ({
  issueId: `issue ${'abcdefghijkl'[at % 12]}`,
  digest: newDigest(),
  type: 'OrderError',
  message: `Order of kind ${'abcdefghijkl'[at % 12]} failed`,
  service: pick(['shop-web', 'admin-web', 'shöp'], at),
  release: pick(['', '1.0.0', '2.0.0', 'ü-3'], Math.floor(at / 5)),
  environment: pick(['production', 'staging', ''], Math.floor(at / 3)),
  user: pick(['', 'ann', 'bob', 'Zoë 漢😀', 'x'.repeat(300)], Math.floor(at / 2)),
  session: at % 4 === 0 ? '' : `session-${at % 11}`,
  ns: instantOf(at),
  key: null,
}))

/**
 * The day that retention drops at the end of each suite; the edge of that day has occurrences of many
 * issues.
 */
const dropped = new Date((Math.floor(NOW / DAY) - 2) * DAY).toISOString().slice(0, 10)

const NO_MERGES = mergesOf(new Map())
const MERGES = mergesOf(
  new Map([
    ['issue b', 'issue a'],
    ['issue c', 'issue b'],
  ]),
)

const everything: OccurrenceFilter = {
  from: nanoseconds(NOW - 5 * DAY),
  to: nanoseconds(NOW + DAY),
  service: [],
  environment: [],
  release: [],
  terms: [],
}

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

function timestampText(ns: bigint): string {
  return `${ns / 1_000_000_000n}.${String(ns % 1_000_000_000n).padStart(9, '0')}`
}

async function openFilledEngine(folder: string): Promise<Engine> {
  const config = readConfig({ DATA_DIR: folder, RETENTION_DAYS: String(RETENTION_DAYS) })
  const engine = await openEngine(config)
  await applySchema(engine, config)
  const rows = stored.map((row, at) =>
    JSON.stringify({
      Timestamp: timestampText(row.ns),
      IssueId: row.issueId,
      Digest: row.digest,
      GivenDigest: at % 2 === 0 ? `given ${at % 10}` : '',
      ServiceName: row.service,
      Release: row.release,
      Environment: row.environment,
      Type: row.type,
      Message: row.message,
      UserId: row.user,
      SessionId: row.session,
    }),
  )
  await engine.insert('exceptions', rows.join('\n'), 'all')
  return engine
}

const exclusive = <Answer>(work: () => Promise<Answer>): Promise<Answer> => work()

const failingWork = (): Promise<never> => Promise.reject(new Error('the engine is away'))

type Setup = (engine: Engine) => Promise<{ occurrences: Occurrences; dropDay: (day: string) => void }>

function loaded(maxRows: number): Setup {
  return async (engine) => {
    const index = new OccurrenceIndex({ retentionDays: RETENTION_DAYS, maxRows })
    const { signal } = new AbortController()
    await loadIndex({ engine, index, exclusive, signal, log: pino({ level: 'silent' }) })
    return inMemory(engine, index)
  }
}

function inMemory(engine: Engine, index: OccurrenceIndex): Awaited<ReturnType<Setup>> {
  return {
    occurrences: createMemoryOccurrences({ engine, index, sql: createSqlOccurrences(engine) }),
    dropDay: (day) => index.dropPartition(day),
  }
}

const SETUPS: [string, Setup][] = [
  ['SQL', async (engine) => ({ occurrences: createSqlOccurrences(engine), dropDay: () => {} })],
  ['memory that was loaded', loaded(OCCURRENCES)],
  ['memory with room for a part, and SQL for the rest', loaded(OCCURRENCES / 2)],
  [
    'memory to which all was appended',
    async (engine) => {
      const index = new OccurrenceIndex({ retentionDays: RETENTION_DAYS })
      index.setCoverageStart(Number.NEGATIVE_INFINITY)
      for (const row of stored) index.append([row])
      return inMemory(engine, index)
    },
  ],
  [
    'memory that gave up because of too long names',
    async (engine) => {
      const index = new OccurrenceIndex({ retentionDays: RETENTION_DAYS })
      index.setCoverageStart(Number.NEGATIVE_INFINITY)
      for (let at = 0; at < 260; at++)
        index.append([{ ...stored[0]!, release: String(at).padStart(65_536, 'x') }])
      return inMemory(engine, index)
    },
  ],
]

describe.each(SETUPS)('%s', (_, setup) => {
  const folder = makeFolder()
  let engine: Engine
  let occurrences: Occurrences
  let dropDay: (day: string) => void
  let rows = stored

  beforeAll(async () => {
    engine = await openFilledEngine(folder)
    ;({ occurrences, dropDay } = await setup(engine))
  })
  afterAll(async () => {
    await engine.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Compares every number of a selection with those of the matching rows. */
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

    const selection = await occurrences.select(filter, merges)
    const expected = new Map(
      ids.map((id) => [id, { ...numbersOf(byIssue.get(id)!), trend: histogram(byIssue.get(id)!) }]),
    )
    expect(new Map(await selection.stats(ids, buckets))).toEqual(expected)
    const counts = async (unit: 'events' | 'users') =>
      new Map((await selection.countByIssue(unit)).map(({ id, count }) => [id, count]))
    expect(await counts('events')).toEqual(new Map(ids.map((id) => [id, expected.get(id)!.count])))
    expect(await counts('users')).toEqual(new Map(ids.map((id) => [id, expected.get(id)!.users])))
    const highlighted = ids.slice(0, 3)
    expect(await selection.trend(buckets, highlighted)).toEqual({
      events: selected.length,
      users: numbersOf(selected).users,
      counts: histogram(selected),
      highlighted: histogram(selected.filter(({ issueId }) => highlighted.includes(merges.issueOf(issueId)))),
    })
  }

  test('counts all occurrences, exactly', async () => {
    await expectNumbers(everything, () => true)
  })

  test.each([
    ['begins and ends within days', -2 * DAY + 12_345, -30 * MINUTE],
    ['is shorter than an hour', -90 * MINUTE, -60 * MINUTE],
    ['lies ahead of now', 0, DAY],
    ['has no occurrence', -20 * DAY, -19 * DAY],
  ])('counts a range that %s', async (_name, from, to) => {
    await expectNumbers(
      { ...everything, from: nanoseconds(NOW + from), to: nanoseconds(NOW + to) },
      () => true,
    )
  })

  test('counts from the very nanosecond at which a range begins to the one before it ends', async () => {
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
  ])('counts what the filters %j leave', async (filter, matches) => {
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
  ])('counts what the search %s finds', async (text, matches) => {
    await expectNumbers({ ...everything, terms: parseSearchTerms(text) }, matches)
  })

  test('counts a search within filters and a range', async () => {
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

  test('counts an issue without occurrences as nothing', async () => {
    const buckets = bucketsOf({ from: everything.from, until: everything.to })
    const selection = await occurrences.select(everything, NO_MERGES)
    expect((await selection.stats(['unknown'], buckets)).get('unknown')?.count ?? 0).toBe(0)
    expect((await selection.trend(buckets, ['unknown'])).highlighted.every((count) => count === 0)).toBe(true)
    expect(await selection.stats([], buckets)).toEqual(new Map())
  })

  test('finds an occurrence by its digest, and none by an unknown one', async () => {
    for (const row of stored.slice(0, 30)) expect(await occurrences.find(row.digest)).toEqual(keyOf(row))
    expect(await occurrences.find(newDigest())).toBeNull()
  })

  test('finds the newest occurrence by a digest that a framework gave', async () => {
    const newest = stored
      .filter((_row, at) => at % 10 === 4)
      .reduce((latest, row) => (row.ns > latest.ns ? row : latest))
    expect((await occurrences.findGiven('given 4'))?.ns).toBe(newest.ns)
    expect(await occurrences.findGiven('given by nobody')).toBeNull()
  })

  test('walks through an issue in both directions, also where occurrences share an instant', async () => {
    for (const fingerprints of [['issue a'], ['issue b', 'issue c']]) {
      const list = rows
        .filter(({ issueId }) => fingerprints.includes(issueId))
        .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
      const digestsOf = (direction: 'previous' | 'next'): Promise<(string | null)[]> =>
        Promise.all(list.map((row) => occurrences[direction](fingerprints, keyOf(row))))
      const digests = list.map(({ digest }) => digest)
      expect(await digestsOf('previous')).toEqual([null, ...digests.slice(0, -1)])
      expect(await digestsOf('next')).toEqual([...digests.slice(1), null])
    }
  })

  test('leaves out a day that was dropped', async () => {
    await engine.command(`ALTER TABLE exceptions DROP PARTITION '${dropped}'`)
    dropDay(dropped)
    const gone = rows.filter(({ ns }) => new Date(Number(ns / 1_000_000n)).toISOString().startsWith(dropped))
    rows = rows.filter((row) => !gone.includes(row))
    expect(gone.length).toBeGreaterThan(0)
    await expectNumbers(everything, () => true)
    await expectNumbers({ ...everything, terms: parseSearchTerms('failed') }, () => true)
    expect(await occurrences.find(gone[0]!.digest)).toBeNull()
  })
})

test('what cannot be loaded into memory is counted with SQL, and a warning says so', async () => {
  const folder = makeFolder()
  const engine = await openFilledEngine(folder)
  const index = new OccurrenceIndex({ retentionDays: RETENTION_DAYS })
  const lines: string[] = []
  const log = pino({}, { write: (line) => void lines.push(line) })
  await loadIndex({ engine, index, exclusive: failingWork, signal: new AbortController().signal, log })
  expect(JSON.parse(lines.join(''))).toMatchObject({
    level: 40,
    msg: expect.stringContaining('slower') as string,
    err: { message: 'the engine is away' },
  })
  const { occurrences } = inMemory(engine, index)
  const counts = await (await occurrences.select(everything, NO_MERGES)).countByIssue('events')
  expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(OCCURRENCES)
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
})

test('memory drops a day once its last row is past retention', async () => {
  const index = new OccurrenceIndex({ retentionDays: 2 })
  index.setCoverageStart(Number.NEGATIVE_INFINITY)
  const rows = [0, 1, 2, 3, 4].map((days) => ({ ...stored[0]!, ns: nanoseconds(NOW - days * DAY) }))
  index.append(rows)
  const { fingerprints, partitions } = index.select({ ...everything, from: 0n }, null)
  expect(fingerprints.texts).toHaveLength(1)
  expect(partitions.reduce((sum, { size }) => sum + size, 0)).toBe(3)
})
