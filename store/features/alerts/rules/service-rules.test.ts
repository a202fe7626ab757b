// Rules about services, releases and routes, over a real store: each at its bounds.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventRecord, exception, logs, vitalRecord } from '../../../testing/otlp.ts'
import { DAY, HOUR, MINUTE, openRuleStore, type RuleStore, type TestRule } from '../../../testing/rules.ts'
import { newName } from '../../../testing/suite.ts'
import { usualGap } from './usual-gap.ts'

let store: RuleStore
beforeAll(async () => {
  store = await openRuleStore()
})
afterAll(() => store.close())

const NOW = Math.floor(Date.now() / MINUTE) * MINUTE

const PRODUCTION = { environment: ['production'] }

async function headings(rule: TestRule, at = NOW, startedAt = 0): Promise<string[]> {
  return (await store.evaluate(rule, at, startedAt)).matches.map(({ heading }) => heading)
}

/** An exception of a page on this host. */
async function openPage(service: string, url: string, release = '4.1.0'): Promise<void> {
  await store.send('logs', exception({ service, release, url, at: NOW - HOUR, severity: 13 }))
}

type Activity = { days: number; everyMinutes?: number; endMinutesAgo: number; environment?: string }

/** A record every five minutes; `pauses`: minutes ago. Returns a rule for the service. */
async function active(
  { days, everyMinutes = 5, endMinutesAgo, environment = 'production' }: Activity,
  ...pauses: [from: number, to: number][]
): Promise<TestRule> {
  const service = newName()
  const ages = Array.from(
    { length: (days * 1_440) / everyMinutes },
    (_, at) => at * everyMinutes + endMinutesAgo,
  )
  const records = ages
    .filter((age) => !pauses.some(([from, to]) => age < from && age > to))
    .map((age) => eventRecord('app.view', {}, NOW - age * MINUTE))
  await store.send('logs', logs(records, { service, environment }))
  return { when: 'silence', service: [service], ...PRODUCTION }
}

test('a service that is silent for more than 15 minutes matches, once, since its last minute', async () => {
  const rule = await active({ days: 3, endMinutesAgo: 16 })
  expect(await headings(rule, NOW)).toEqual([])
  expect(await store.evaluate(rule, NOW + MINUTE)).toMatchObject({
    matches: [
      {
        subject: `service:${rule.service![0]}`,
        since: BigInt(NOW - 15 * MINUTE) * 1_000_000n,
        heading: 'Silent for 16 min',
        facts: 'nothing was sent for 16 min, its longest usual gap is 4 min',
        numbers: { minutes: 16, usual: 4, limit: 15 },
      },
    ],
    numbers: { services: 1, silent: 1 },
    reason: expect.stringMatching(/^1 of 1 service with two days of activity or more is silent; /),
  })
  expect(await headings({ ...rule, threshold: { minutes: 20 } }, NOW + MINUTE)).toEqual([])
  const messages = await store.preview(rule, NOW + HOUR)
  expect(messages).toHaveLength(1)
})

test('a gap that occurred twice is usual, one outage is not', async () => {
  const once = await active({ days: 4, endMinutesAgo: 61 }, [3_000, 2_880])
  expect(await headings(once)).toEqual(['Silent for 1 h'])
  const twice = await active({ days: 4, endMinutesAgo: 61 }, [3_000, 2_880], [1_500, 1_380])
  expect(await headings(twice)).toEqual([])
  expect(await headings(twice, NOW + 7 * HOUR)).toEqual(['Silent for 8 h'])
})

test('two days of activity are needed, and a silence counts from the start of the store', async () => {
  const short = await active({ days: 1.9, endMinutesAgo: 60 })
  expect(await headings(short)).toEqual([])
  const rule = await active({ days: 3, endMinutesAgo: 61 })
  expect(await headings(rule, NOW, NOW - 14 * MINUTE)).toEqual([])
  expect(await headings(rule, NOW, NOW - 16 * MINUTE)).toEqual(['Silent for 16 min'])
})

test('staging and services of loopback pages are not production', async () => {
  const staging = await active({ days: 3, endMinutesAgo: 60, environment: 'staging' })
  expect(await headings(staging)).toEqual([])
  expect(await headings({ ...staging, environment: ['staging'] })).toHaveLength(1)
  const local = await active({ days: 3, endMinutesAgo: 61 })
  await openPage(local.service![0]!, 'http://localhost:5173/')
  expect(await headings(local)).toEqual([])
  await openPage(local.service![0]!, 'https://shop.example/')
  expect(await headings(local)).toHaveLength(1)
})

test('nights and weekends are no silence, also in the first weeks of a service', () => {
  const monday = Date.UTC(2026, 9, 5) / MINUTE
  const isOpen = (minute: number): boolean => {
    const [day, hour] = [Math.floor((minute - monday) / 1_440), Math.floor((minute % 1_440) / 60)]
    return day % 7 < 5 && hour >= 8 && hour < 18
  }
  const minutes = Uint32Array.from({ length: 28 * 1_440 }, (_, at) => monday + at).filter(isOpen)
  const silent: number[] = []
  for (let now = monday; now < monday + 28 * 1_440; now += 30) {
    const past = minutes.filter((minute) => minute <= now)
    const usual = past.length > 1 ? usualGap(past, now) : null
    if (usual !== null && now - past.at(-1)! > Math.max(15, 3 * usual)) silent.push(now - monday)
  }
  expect(silent).toEqual([])
})

type Sessions = { release: string; sessions: number; crashed: number; at: number; environment?: string }

async function visit(service: string, { release, sessions, crashed, at, ...source }: Sessions) {
  const ids = Array.from({ length: sessions }, (_, number) => ({ 'session.id': `${release} ${number}` }))
  const records = ids.map((id) => eventRecord('app.view', id, at))
  const crashes = ids.slice(0, crashed).map((id) => eventRecord('session.crash', id, at))
  await store.send('logs', logs([...records, ...crashes], { service, release, ...source }))
}

test('a release below 99 % and one point below the release before matches', async () => {
  const service = newName()
  const rule: TestRule = { when: 'crashFree', service: [service], ...PRODUCTION }
  await visit(service, { release: '1.0.0', sessions: 200, crashed: 0, at: NOW - 5 * DAY })
  // Too few sessions to be compared with.
  await visit(service, { release: '1.1.0', sessions: 49, crashed: 49, at: NOW - 2 * DAY })
  await visit(service, { release: '2.0.0', sessions: 100, crashed: 2, at: NOW - HOUR })
  expect(await store.evaluate(rule, NOW)).toMatchObject({
    matches: [
      {
        subject: `release:${service} 2.0.0`,
        heading: '98 % crash-free',
        title: `${service} 2.0.0`,
        facts: '2 of 100 sessions crashed; 100 % in 1.0.0 were crash-free',
        numbers: { sessions: 100, crashed: 2, percent: 98, before: 100 },
        path: `/releases/${service}/2.0.0`,
      },
    ],
    numbers: { releases: 1, worse: 1 },
  })
  expect(await headings({ ...rule, threshold: { percent: 98 } })).toEqual([])
  expect(await headings({ ...rule, threshold: { points: 2 } })).toHaveLength(1)
  expect(await headings({ ...rule, threshold: { points: 2.1 } })).toEqual([])
  expect(await headings({ ...rule, threshold: { sessions: 101 } })).toEqual([])
  expect(await headings({ ...rule, release: ['1.0.0'] })).toEqual([])
  expect(await headings(rule, NOW - 3 * HOUR)).toEqual([])
  expect(await headings(rule, NOW + 14 * DAY)).toEqual([])
  expect((await store.preview(rule, NOW)).map(({ at }) => at)).toEqual([expect.closeTo(NOW - HOUR, -7)])
})

test('the first release of a service, staging and releases of loopback pages do not match', async () => {
  const [first, staging, local] = [newName(), newName(), newName()]
  const bad = { release: '2.0.0', sessions: 100, crashed: 50, at: NOW - HOUR }
  const good = { release: '1.0.0', sessions: 100, crashed: 0, at: NOW - DAY }
  await visit(first, bad)
  for (const row of [good, bad]) await visit(staging, { ...row, environment: 'staging' })
  for (const row of [good, bad]) await visit(local, row)
  await openPage(local, 'http://127.0.0.1:3000/', '2.0.0')
  const rule: TestRule = { when: 'crashFree', service: [first, staging, local] }
  expect(await headings({ ...rule, ...PRODUCTION })).toEqual([])
  expect(
    await headings({ ...rule, environment: ['staging', 'production'], service: [staging] }),
  ).toHaveLength(1)
  expect(await headings(rule)).toHaveLength(2)
})

test('a route matches with enough values of 24 hours and a p75 above the threshold', async () => {
  const service = newName()
  const rule: TestRule = { when: 'vital', threshold: { above: 4_000 }, service: [service], ...PRODUCTION }
  const send = (count: number, value: number, hoursAgo: number, route = '/basket') => {
    const at = NOW - hoursAgo * HOUR
    const records = Array.from({ length: count }, () => vitalRecord({ value, at, route, rating: 'poor' }))
    return store.send('logs', logs(records, { service }))
  }
  await send(99, 5_000, 2)
  await send(100, 5_000, 30)
  expect(await headings(rule)).toEqual([])
  await send(1, 5_000, 1)
  expect(await store.evaluate(rule, NOW)).toMatchObject({
    matches: [
      {
        subject: `route:${service} /basket LCP`,
        heading: 'LCP 5 s',
        title: `${service} /basket`,
        facts: 'p75 of LCP is 5 s over the last 24 hours, 100 values',
        numbers: { p75: 5_000, values: 100, above: 4_000 },
        path: `/vitals?service=${service}&vital=LCP`,
      },
    ],
    numbers: { routes: 1, slow: 1 },
  })
  expect(await headings({ ...rule, threshold: { above: 5_000 } })).toEqual([])
  expect(await headings({ ...rule, threshold: { above: 4_000, name: 'INP' } })).toEqual([])
  expect(await headings({ ...rule, threshold: { above: 4_000, route: '/other' } })).toEqual([])
  await send(400, 1_000, 1)
  expect(await headings(rule)).toEqual([])
  await openPage(service, 'http://localhost/')
  await send(120, 9_000, 1, '/pay')
  expect(await headings(rule)).toEqual([])
  expect(await headings({ ...rule, environment: [] })).toEqual(['LCP 9 s'])
})

test('a service matches that delivered less than 95 % of 500 records in an hour', async () => {
  const service = newName()
  const rule: TestRule = { when: 'delivery', service: [service], ...PRODUCTION }
  const send = (session: string, numbers: number[], minutesAgo = 30) =>
    store.send(
      'logs',
      logs(
        numbers.map((number) =>
          eventRecord('app.view', { 'errata.sequence': `${session} ${number}` }, NOW - minutesAgo * MINUTE),
        ),
        { service },
      ),
    )
  const numbers = Array.from({ length: 500 }, (_, at) => at + 1)
  // 25 of 500 are missing: 95 %.
  await send(
    'aaaaaaaa',
    numbers.filter((number) => number % 20 !== 2),
  )
  await send('bbbbbbbb', [1, 100], 61)
  expect(await store.evaluate(rule, NOW)).toMatchObject({ matches: [], numbers: { services: 1, low: 0 } })
  expect(await headings({ ...rule, threshold: { percent: 95.1 } })).toEqual(['95 % delivered'])
  await send('cccccccc', [1, 3])
  const { matches } = await store.evaluate(rule, NOW)
  expect(matches).toMatchObject([
    {
      heading: '94.8 % delivered',
      facts: '26 of 503 records did not arrive in the last hour',
      numbers: { sent: 503, arrived: 477, percent: 94.83 },
    },
  ])
  expect(await headings({ ...rule, threshold: { records: 504 } })).toEqual([])
  expect(await store.preview(rule, NOW)).toHaveLength(1)
})
