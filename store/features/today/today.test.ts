// What happened since an instant, through the store's port: of each list something that belongs to it, and
// something that does not.
import { beforeAll, expect, test } from 'vitest'
import { changeIssue, listIssues } from '../../testing/issues.ts'
import { exceptionRecord, logs, span, spans, vitalRecord } from '../../testing/otlp.ts'
import { storeOfFile } from '../../testing/suite.ts'
import type { Today, TodayGroup } from '../../../contract/today.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const now = Date.now()
const SERVICE = 'shop'
const [OLD, NEW] = ['1.0.0', '1.1.0']
const since = now - 2 * HOUR

const store = storeOfFile()

type Sample = {
  type: string
  at: number[]
  release?: string
  service?: string
  origin?: string
  users?: number
  environment?: string
}

async function send({
  type,
  at,
  release = OLD,
  service = SERVICE,
  users = 1,
  ...sample
}: Sample): Promise<void> {
  const { origin = '', environment = 'production' } = sample
  const records = at.map((instant, index) =>
    exceptionRecord({
      at: instant,
      type,
      message: `${type} happened`,
      ...(origin !== 'own' && { stacktrace: `${type}\n    at run (chrome-extension://abcdef/run.js:1:1)` }),
      attributes: { 'session.id': `${type}-${index}`, 'user.id': `user-${index % users}` },
    }),
  )
  await store.send('logs', logs(records, { service, release, environment }))
}

/** `count` instants of each of these days before now, one hour ago at that time of the day. */
function daily(count: number, days: number[]): number[] {
  return days.flatMap((day) => recent(count).map((at) => at - day * DAY))
}

/** In the last hour. */
function recent(count: number): number[] {
  return Array.from({ length: count }, (_, index) => now - MINUTE - Math.floor((index * HOUR) / count))
}

const STATUSES = 'new,ongoing,regressed,resolved,ignored'
const WEEK = [1, 2, 3, 4, 5, 6, 7]

const readToday = (query = ''): Promise<Today> =>
  store.read<Today>(`/api/today?since=${new Date(since).toISOString()}&service=${SERVICE}${query}`)

async function idOf(type: string): Promise<string> {
  const { issues } = await listIssues(store, `range=30d&q=type:${type}&limit=1&status=new,ongoing,regressed`)
  return issues[0]!.id
}

const typesOf = ({ issues }: TodayGroup): string[] => issues.map(({ issue }) => issue.type)

beforeAll(async () => {
  for (const sample of [
    { type: 'SteadyError', at: daily(12, WEEK) },
    { type: 'LouderError', at: daily(4, WEEK) },
    { type: 'OnlyTwiceError', at: daily(12, WEEK) },
    { type: 'FewError', at: daily(1, WEEK) },
    { type: 'YoungError', at: daily(1, [1]) },
    { type: 'OtherHoursError', at: daily(30, WEEK).map((at) => at - 8 * HOUR) },
    { type: 'QuietError', at: daily(12, WEEK) },
    { type: 'SeldomError', at: daily(2, WEEK) },
    { type: 'IgnoredError', at: daily(4, WEEK) },
    { type: 'BackError', at: daily(1, [3]) },
    { type: 'StillResolvedError', at: daily(1, [3]) },
  ])
    await send(sample)
  await changeIssue(store, await idOf('IgnoredError'), { status: 'ignored' })
  await changeIssue(store, await idOf('BackError'), { status: 'resolved', inNextRelease: true })
  await changeIssue(store, await idOf('StillResolvedError'), { status: 'resolved', inNextRelease: true })
  for (const sample of [
    { type: 'SteadyError', at: recent(12) },
    { type: 'LouderError', at: recent(40), users: 9 },
    { type: 'OnlyTwiceError', at: recent(24) },
    { type: 'FewError', at: recent(9) },
    { type: 'YoungError', at: recent(30) },
    { type: 'OtherHoursError', at: recent(3) },
    { type: 'IgnoredError', at: recent(40) },
    { type: 'BackError', at: [Date.now()], release: NEW },
    { type: 'StillResolvedError', at: [Date.now()] },
    { type: 'NewExtensionError', at: recent(30), users: 30, release: NEW },
    { type: 'NewOwnError', at: recent(3), users: 2, origin: 'own', release: NEW },
    { type: 'NewOwnLargerError', at: recent(5), users: 5, origin: 'own', release: NEW },
    { type: 'StagingError', at: recent(5), environment: 'staging' },
    { type: 'ElsewhereError', at: recent(5), service: 'admin' },
  ])
    await send(sample)
  for (const [at, value, milliseconds] of [
    [since - 5 * HOUR, 1_000, 100],
    [now - MINUTE, 2_600, 450],
  ] as const) {
    const vitals = Array.from({ length: 30 }, (_, index) => [
      vitalRecord({ value: value + index, at: at + index, route: '/cart' }),
      vitalRecord({ value: 1_000, at: at + index, route: '/same' }),
      vitalRecord({
        value: value + index,
        at: at + index,
        route: '/cart',
        attributes: { 'browser.web_vital.name': 'FCP' },
      }),
    ])
    await store.send('logs', logs(vitals.flat(), { service: SERVICE, release: OLD }))
    const calls = Array.from({ length: 30 }, (_, index) =>
      span({ name: 'GET /quote', at: at + index, milliseconds }),
    )
    await store.send('traces', spans(calls, { service: SERVICE, release: OLD }))
  }
})

test('own new issues come first, the largest first; older ones and other services are left out', async () => {
  const { new: fresh } = await readToday('&environment=production')
  expect(typesOf(fresh)).toEqual(['NewOwnLargerError', 'NewOwnError', 'NewExtensionError'])
  expect(fresh.total).toBe(3)
  expect(fresh.issues.map(({ isOwn }) => isOwn)).toEqual([true, true, false])
  expect(fresh.issues[0]).toMatchObject({ change: 'new', usual: null, issue: { count: 5, users: 5 } })
  expect(typesOf((await readToday()).new)).toContain('StagingError')
})

test('an issue is back where it was resolved and came in a later release', async () => {
  const { back } = await readToday()
  expect(typesOf(back)).toEqual(['BackError'])
  const later = Date.now()
  await send({ type: 'BackError', at: [later + 1], release: NEW })
  const again = await store.read<Today>(`/api/today?since=${new Date(later).toISOString()}`)
  expect([again.events, again.back.total]).toEqual([1, 0])
})

test('louder: three times its usual events in these hours, ten at least, and not too young', async () => {
  const { louder } = await readToday()
  expect(typesOf(louder)).toEqual(['LouderError'])
  expect(louder.issues[0]).toMatchObject({ change: 'louder', usual: 4, issue: { count: 40, users: 9 } })
})

test('quiet: ten usually come in these hours, and none has come', async () => {
  const { quiet } = await readToday()
  expect([quiet.total, typesOf(quiet)]).toEqual([1, ['QuietError']])
  expect(quiet.issues[0]).toMatchObject({ usual: 12, issue: { count: 0 } })
})

test('a release is beside the previous one of its service', async () => {
  const { releases } = await readToday('&environment=production')
  expect(releases).toMatchObject({ total: 1, releases: [{ service: SERVICE, release: NEW }] })
  expect(releases.releases[0]!.crashFreeSessions).not.toBeNull()
  expect(releases.releases[0]!.before).not.toBeNull()
  expect(releases.releases[0]!.new).toBe(3)
})

test('slower: LCP and INP of routes and p95 of operations, beside the week before', async () => {
  const { slower } = await readToday()
  expect(slower.map(({ service, name, place }) => [service, name, place])).toEqual([
    [SERVICE, 'p95', 'GET /quote'],
    [SERVICE, 'LCP', '/cart'],
  ])
  expect([Math.round(slower[0]!.before), Math.round(slower[0]!.since)]).toEqual([100, 450])
})

test('totals, sessions and delivery are of the period', async () => {
  const today = await readToday()
  const period = `from=${today.since}&to=${today.until}&service=${SERVICE}`
  const { issues } = await listIssues(store, `${period}&status=${STATUSES}&limit=100`)
  expect(today.events).toBe(issues.reduce((sum, { count }) => sum + count, 0))
  expect(today.users).toBe(30)
  expect(today.crashFree).toMatchObject({ before: 0, since: 0 })
  expect(today.crashFree.sessions).toBeGreaterThan(100)
  expect(
    today.crashFree.trend.every(({ at, service }) => at >= hourOf(today.since) && service === SERVICE),
  ).toBe(true)
  expect(today.delivery).toEqual({ now: { sent: 0, arrived: 0 }, usual: { sent: 0, arrived: 0 } })
  const records = ['aaaaaaaa 1', 'aaaaaaaa 4'].map((number) =>
    exceptionRecord({ at: now - MINUTE, attributes: { 'errata.sequence': number } }),
  )
  await store.send('logs', logs(records, { service: 'numbered' }))
  const numbered = await store.read<Today>('/api/today?service=numbered')
  expect(numbered.delivery.now).toEqual({ sent: 4, arrived: 2 })
})

function hourOf(instant: string): string {
  return `${instant.slice(0, 14)}00:00.000Z`
}

test('assigned: open issues of one person, those that changed first', async () => {
  expect((await readToday()).assigned).toBeNull()
  for (const type of ['SteadyError', 'LouderError', 'SeldomError', 'IgnoredError'])
    await changeIssue(store, await idOfAny(type), { assignee: 'Mira' })
  await changeIssue(store, await idOf('FewError'), { assignee: 'Jo' })
  const { assigned } = await readToday('&assignee=mira')
  expect(assigned).toMatchObject({ open: 3, changed: 1 })
  expect(assigned!.issues.map(({ issue, change }) => [issue.type, change])).toEqual([
    ['LouderError', 'louder'],
    ['SteadyError', null],
  ])
})

async function idOfAny(type: string): Promise<string> {
  const { issues } = await listIssues(store, `range=30d&q=type:${type}&status=${STATUSES}`)
  return issues[0]!.id
}

test('the same is available as Markdown, for which all texts are escaped', async () => {
  await send({ type: 'Markup<b> [a](//x)', at: recent(1), service: 'markup' })
  const body = await store.read<string>(`/api/today.md?since=${new Date(since).toISOString()}`)
  expect(body).toMatch(/^# What happened since \S+Z\n/)
  expect(body).toMatch(/^## New \(\d+\)\n\n- `NewOwnLargerError: .* of `shop`: 5 events, 5 users, issue /m)
  expect(body).toMatch(/^## Louder.*\n\n- `LouderError: .*: 40 events, usually 4, 9 users, issue /m)
  expect(body).toMatch(/^- `1\.1\.0` of `shop`, \S+Z: crash-free sessions .* since$/m)
  expect(body).toMatch(/^- LCP of `\/cart`, `shop`: 1020 ms before, 2620 ms since$/m)
  expect(body).toContain('- `Markup<b> [a](//x): Markup<b> [a](//x) happened`')
})

test('without `since` it is the last 24 hours; an instant in the future is refused', async () => {
  const today = await store.read<Today>('/api/today')
  expect(Date.parse(today.until) - Date.parse(today.since)).toBe(DAY)
  const later = new Date(Date.now() + HOUR).toISOString()
  const { status, body } = await store.ask<object>(`/api/today?since=${later}`)
  expect([status, body]).toMatchObject([400, { detail: 'since must be in the past.' }])
  expect((await store.ask('/api/today?since=yesterday')).status).toBe(400)
  const all = await store.read<Today>('/api/today?since=1970-01-01T00:00:00Z')
  expect([all.louder.total, all.quiet.total, all.events > today.events]).toEqual([0, 0, true])
  const week = await store.read<Today>(`/api/today?since=${new Date(now - 7 * DAY).toISOString()}`)
  expect(typesOf(week.new)).toContain('ElsewhereError')
})
