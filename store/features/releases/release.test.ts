// What a release broke: issues in four groups by their events before and since, and what became slower.
import { beforeAll, expect, test } from 'vitest'
import type { LogRecord } from '../../../otlp/otlp-json.ts'
import { changeIssue } from '../../testing/issues.ts'
import { exceptionRecord, logs, span, spans, vitalRecord, type ExceptionOptions } from '../../testing/otlp.ts'
import { storeOfFile } from '../../testing/suite.ts'
import type { IssuesAnswer } from '../../../contract/issues.ts'
import type { OperationsAnswer } from '../../../contract/operations.ts'
import type {
  ReleaseChangesAnswer,
  ReleaseGroup,
  ReleasesAnswer,
  ReleaseSummariesAnswer,
} from '../../../contract/releases.ts'

const HOUR = 3_600_000
const now = Date.now()
const [OLD, NEW] = ['1.0.0', '1.1.0']
/** Instants of the first event of each release. */
const [oldAt, newAt] = [now - 50 * HOUR, now - 2 * HOUR]

const store = storeOfFile()

type Sample = Pick<ExceptionOptions, 'service'> & { type: string; release: string; at: number }

/** `count` events, spread over the time from `from` to `to`. */
function series(sample: Omit<Sample, 'at'>, count: number, [from, to]: [number, number]): Sample[] {
  return Array.from({ length: count }, (_, index) => ({
    ...sample,
    at: Math.round(from + ((to - from) * (index + 0.5)) / count),
  }))
}

async function send(samples: Sample[]): Promise<void> {
  const groups = Map.groupBy(samples, ({ service = 'shop', release }) => `${service} ${release}`)
  for (const group of groups.values()) {
    const records = group.map((sample, index) =>
      exceptionRecord({
        ...sample,
        message: `${sample.type} happened`,
        stacktrace: '',
        attributes: { 'session.id': `${sample.release}-${index % 40}`, 'user.id': `u-${index % 7}` },
      }),
    )
    const { service = 'shop', release } = group[0]!
    await store.send('logs', logs(records, { service, release }))
  }
}

async function idOf(type: string): Promise<string> {
  const { issues } = await store.read<IssuesAnswer>(`/api/issues?range=30d&q=type:${type}&limit=1`)
  return issues[0]!.id
}

function changes(query = 'service=shop'): Promise<ReleaseChangesAnswer> {
  return store.read<ReleaseChangesAnswer>(`/api/releases/changes?${query}`)
}

async function statusOf(query: string): Promise<number> {
  return (await store.ask(`/api/releases/changes?service=shop&${query}`)).status
}

function typesOf(group: ReleaseGroup): string[] {
  return group.issues.map(({ issue }) => issue.type)
}

beforeAll(async () => {
  const before: [number, number] = [oldAt, newAt]
  const since: [number, number] = [newAt, now]
  // The first of a release decides when it was deployed.
  await send([
    ...series({ type: 'SteadyError', release: OLD }, 480, before),
    ...series({ type: 'LouderError', release: OLD }, 96, before),
    ...series({ type: 'QuietError', release: OLD }, 480, before),
    ...series({ type: 'RareError', release: OLD }, 12, before),
    ...series({ type: 'BackError', release: OLD }, 4, [oldAt, oldAt + HOUR]),
    ...series({ type: 'IgnoredError', release: OLD }, 48, before),
  ])
  const backId = await idOf('BackError')
  await changeIssue(store, backId, { status: 'resolved', inNextRelease: true })
  await changeIssue(store, await idOf('IgnoredError'), { status: 'ignored' })
  await send([
    ...series({ type: 'SteadyError', release: NEW }, 20, since),
    ...series({ type: 'LouderError', release: NEW }, 28, since),
    ...series({ type: 'IgnoredError', release: NEW }, 60, since),
    ...series({ type: 'NewError', release: NEW }, 9, since),
    ...series({ type: 'BackError', release: NEW }, 3, [Date.now(), Date.now() + 1]),
    ...series({ type: 'OtherServiceError', release: NEW, service: 'admin' }, 30, since),
  ])
  for (const [release, at, value, milliseconds] of [
    [OLD, newAt - HOUR, 1_000, 100],
    [NEW, now - HOUR, 3_000, 450],
  ] as const) {
    const vitals = Array.from({ length: 30 }, (_, index) =>
      vitalRecord({ value: value + index, at: at + index, route: '/cart' }),
    )
    await store.send('logs', logs(vitals, { service: 'shop', release }))
    const calls = Array.from({ length: 30 }, (_, index) =>
      span({ name: 'GET /quote', at: Math.round(at) + index, milliseconds }),
    )
    await store.send('traces', spans(calls, { service: 'shop', release }))
  }
})

test('the newest release is compared with the one before', async () => {
  const answer = await changes()
  expect([answer.release.release, answer.previous?.release, answer.next]).toEqual([NEW, OLD, null])
  expect(Date.parse(answer.since.from)).toBeCloseTo(newAt, -6)
  expect(answer.before.to).toBe(answer.since.from)
  expect(answer.release.crashFreeSessions).toBeLessThan(1)
  expect(answer.against).toEqual({
    release: OLD,
    time: null,
    crashFreeSessions: answer.previous?.crashFreeSessions,
  })
})

test('the comparison is available as Markdown', async () => {
  const body = await store.read<string>('/api/releases/changes.md?service=shop')
  expect(body).toMatch(/^# What `1\.1\.0` of `shop` changed\n/)
  expect(body).toMatch(/^- Compared: \S+Z to \S+Z with `1\.0\.0`$/m)
  expect(body).toMatch(
    /^## New \(1 issue\)\n\n- `NewError: NewError happened`.*: [\d.]+ an hour since, 0 before, 7 users, /m,
  )
  expect(body).toMatch(/^- LCP of .*: 1020 ms before, 3020 ms since$/m)
  expect((await store.ask('/api/releases/changes.md?service=shop&release=9')).status).toBe(404)
})

test('issues are new, back, louder or quiet; ignored ones and other services are left out', async () => {
  const answer = await changes()
  expect(typesOf(answer.new)).toEqual(['NewError'])
  expect(typesOf(answer.back)).toEqual(['BackError'])
  expect(typesOf(answer.louder)).toEqual(['LouderError'])
  expect(typesOf(answer.quiet)).toEqual(['QuietError'])
  expect(answer.others).toBe(1)
  const [louder] = answer.louder.issues
  expect([louder!.events, louder!.users]).toEqual([28, 7])
  expect(louder!.before).toBeCloseTo(2, 0)
  expect(louder!.since).toBeCloseTo(14, 0)
  expect(answer.new.issues[0]).toMatchObject({ before: 0, events: 9, inRelease: true })
  expect(louder!.issue.trend.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(28)
})

test('vitals and operations that became slower are named with both values', async () => {
  const { slower } = await changes()
  expect(slower.map(({ kind, name, place }) => [kind, name, place])).toEqual([
    ['operation', 'p95', 'GET /quote'],
    ['vital', 'LCP', '/cart'],
  ])
  expect(Math.round(slower[0]!.before)).toBe(100)
  expect(Math.round(slower[0]!.since)).toBe(450)
})

test('a release is compared with its service in the 24 hours before', async () => {
  const answer = await changes('service=shop&before=24h')
  expect(answer.against).toMatchObject({ release: null, time: '24h' })
  expect(Date.parse(answer.before.to) - Date.parse(answer.before.from)).toBe(24 * HOUR)
  expect(answer.before.to).toBe(answer.since.from)
  expect(typesOf(answer.louder)).toEqual(['LouderError'])
  expect(answer.against.crashFreeSessions).toBe(0)
  expect(answer.slower.map(({ name, before }) => [name, Math.round(before)])).toEqual([
    ['p95', 100],
    ['LCP', expect.closeTo(1_020, -2)],
  ])
  expect(answer.previous?.release).toBe(OLD)
})

test('a release is compared with the same hours a week before', async () => {
  const answer = await changes('service=shop&before=7d')
  expect(Date.parse(answer.since.from) - Date.parse(answer.before.from)).toBe(7 * 24 * HOUR)
  expect(Date.parse(answer.since.to) - Date.parse(answer.before.to)).toBe(7 * 24 * HOUR)
  // Nothing happened then: what comes now was not there, and nothing is quiet since.
  expect(typesOf(answer.louder).toSorted()).toEqual(['LouderError', 'SteadyError'])
  expect([answer.quiet.total, answer.slower, answer.against.crashFreeSessions]).toEqual([0, [], null])
})

test('a release is compared with another one of its service', async () => {
  const answer = await changes(`service=shop&release=${OLD}&previous=${NEW}`)
  expect(answer.against).toMatchObject({ release: NEW, time: null })
  expect(Date.parse(answer.before.to)).toBeGreaterThanOrEqual(now)
  expect(Date.parse(answer.before.to) - Date.parse(answer.before.from)).toBe(24 * HOUR)
  expect(answer.chart.from < answer.since.from).toBe(true)
  expect(await statusOf('previous=9.9.9')).toBe(404)
  expect(await statusOf(`previous=${NEW}`)).toBe(400)
  expect(await statusOf(`previous=${OLD}&before=24h`)).toBe(400)
  expect(await statusOf('before=2h')).toBe(400)
})

test('an older release ends where the next begins', async () => {
  const answer = await changes(`service=shop&release=${OLD}`)
  expect([answer.next, answer.previous]).toEqual([NEW, null])
  expect(answer.since.to).toBe((await changes()).since.from)
  expect(typesOf(answer.new)).toContain('QuietError')
  expect(answer.new.total).toBe(answer.new.issues.length)
})

test('without a service the newest release of all is opened, and an unknown one is a 404', async () => {
  expect([NEW]).toContain((await changes('')).release.release)
  expect((await store.ask('/api/releases/changes?release=9.9.9')).status).toBe(404)
  expect((await changes('service=shop&limit=1')).new.issues).toHaveLength(1)
})

test('vitals over time, and all routes together', async () => {
  const body = await store.read<{ totals: { count: number; p75: number }[]; trend: object[] }>(
    '/api/vitals?range=7d&trend=true&route=/cart',
  )
  expect(body.totals).toEqual([
    expect.objectContaining({ name: 'LCP', count: 60, rating: 'needs-improvement' }),
  ])
  expect(body.trend).toHaveLength(2 - Number(sixHours(newAt - HOUR) === sixHours(now - HOUR)))
})

test('operations over time, of one exact name', async () => {
  const path = '/api/operations?range=24h&trend=true&operation=GET%20/quote'
  const body = await store.read<{ operations: { trend: { count: number; p95Ns: number }[] }[] }>(path)
  expect(body.operations).toHaveLength(1)
  const { trend } = body.operations[0]!
  expect(trend.map(({ count }) => count)).toEqual([30, 30])
  expect(trend.map(({ p95Ns }) => Math.round(p95Ns / 1e6))).toEqual([100, 450])
  const week = (await store.read<OperationsAnswer>(path.replace('24h', '7d'))).operations[0]!
  expect(week.trend).toHaveLength(2 - Number(sixHours(newAt - HOUR) === sixHours(now - HOUR)))
  expect((await store.read<{ operations: object[] }>(path.replace('quote', 'quot'))).operations).toEqual([])
})

test('the status has the free disk space and the growth per day', async () => {
  const { disk, growth } = await store.status()
  expect(disk!.total).toBeGreaterThan(disk!.free)
  expect(disk!.free).toBeGreaterThan(0)
  expect(growth!.days).toBeGreaterThan(1)
  expect(growth!.bytesPerDay).toBeGreaterThan(0)
  expect(growth!.fullAt).toBeNull()
})

function sixHours(at: number): number {
  return Math.floor(at / (6 * HOUR))
}

test('the summaries have the numbers that each release has alone', async () => {
  const { summaries } = await store.read<ReleaseSummariesAnswer>('/api/releases/summaries?limit=100')
  expect(summaries.length).toBeGreaterThan(2)
  for (const { service, release, slower, ...summary } of summaries) {
    const alone = await changes(`service=${service}&release=${release}`)
    const { new: fresh, back, louder, quiet, commit } = alone
    const totals = { new: fresh.total, back: back.total, louder: louder.total, quiet: quiet.total, commit }
    expect([service, release, summary]).toEqual([service, release, totals])
    expect(slower).toEqual(alone.slower[0] ?? null)
  }
  expect(summaries.some(({ slower }) => slower !== null)).toBe(true)
})

function crashes(count: number, severity: number): LogRecord[] {
  return Array.from({ length: count }, (_, index) =>
    exceptionRecord({
      type: 'StagedError',
      message: 'staged',
      severity,
      attributes: { 'session.id': `${severity}-${index}` },
    }),
  )
}

test('a release in two environments is one row, weighted by sessions, production first', async () => {
  const service = 'staged'
  const staging = logs(crashes(4, 17), { service, release: '3', environment: 'staging' })
  const production = logs(crashes(12, 13), { service, release: '3', environment: 'production' })
  for (const body of [staging, production]) await store.send('logs', body)
  const rows = await store.read<ReleasesAnswer>(`/api/releases?service=${service}`)
  expect([rows.total, rows.releases.length]).toEqual([2, 2])
  const { releases, total } = await store.read<ReleasesAnswer>(
    `/api/releases?service=${service}&by=release&trend=true`,
  )
  expect([total, releases]).toMatchObject([
    1,
    [{ release: '3', environments: ['production', 'staging'], sessions: 16, crashFreeSessions: 0.75 }],
  ])
  expect(releases[0]!.around!.at(-1)).toBe(0.75)
  expect(releases[0]!.shareOfNow).toBe(1)
  expect((await store.read<ReleasesAnswer>('/api/releases?limit=1')).total).toBeGreaterThan(3)
})
