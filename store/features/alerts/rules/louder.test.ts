// Louder than usual, over a real store with weeks of an issue's past.
import { assert, array, boolean, nat, property } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exceptionRecord, logs, type ExceptionOptions } from '../../../testing/otlp.ts'
import { HOUR, MINUTE, openRuleStore, type RuleStore, type TestRule } from '../../../testing/rules.ts'
import { newName } from '../../../testing/suite.ts'
import { createLouderSeries, STEP_NS } from './louder-series.ts'
import { usualOf } from './usual-hours.ts'

let store: RuleStore
beforeAll(async () => {
  store = await openRuleStore()
})
afterAll(() => store.close())

const NOW = Math.floor(Date.now() / MINUTE) * MINUTE
const HOURS_OF_DAY = 24

/** Events in the hour that ends this number of hours ago. */
type Hourly = (hoursAgo: number) => number

type Past = ExceptionOptions & { days: number; hourly: Hourly }

/** Sends an event at regular times of each hour. Returns a rule for the service. */
async function send({ days, hourly, ...options }: Past): Promise<TestRule> {
  const service = options.service ?? newName()
  const records = Array.from({ length: days * HOURS_OF_DAY }, (_, hoursAgo) => {
    const count = hourly(hoursAgo)
    return Array.from({ length: count }, (_, index) =>
      exceptionRecord({ ...options, at: Math.floor(NOW - (hoursAgo + (index + 0.5) / count) * HOUR) }),
    )
  })
  await store.send('logs', logs(records.flat(), { ...options, service }))
  return { when: 'louder', service: [service], environment: ['production'] }
}

/** Four by day, one in the other twelve hours; the last hour is by day. */
const rhythm: Hourly = (hoursAgo) => (hoursAgo % HOURS_OF_DAY < 12 ? 4 : 1)
const withBurst =
  (count: number, at = 0): Hourly =>
  (hoursAgo) =>
    hoursAgo === at ? count : rhythm(hoursAgo)

test('an hour far above the same hours of two weeks is louder', async () => {
  const rule = await send({ days: 21, hourly: withBurst(60) })
  const { matches, numbers, reason } = await store.evaluate(rule, NOW)
  expect(matches).toMatchObject([
    {
      heading: expect.stringMatching(/^(1\d|20) × louder than usual$/),
      facts: expect.stringMatching(/^60 events in the last hour, usually \d(\.\d)? at this time of day$/),
      numbers: { events: 60, days: 14 },
      reason: expect.stringMatching(/ \(14 days\); above \d\d it is louder$/),
    },
  ])
  expect(numbers).toEqual({ issues: 1, louder: 1, quiet: 0 })
  expect(reason).toBe('1 issue had 10 events or more in the last hour, 1 of them louder than usual')
})

test('the number of events of a day is louder at night', async () => {
  const night = 18
  const rule = await send({ days: 16, hourly: (hoursAgo) => (hoursAgo % 24 < 12 ? 40 : 2) })
  await send({ days: 1, service: rule.service![0]!, hourly: (hoursAgo) => (hoursAgo === night ? 38 : 0) })
  expect((await store.evaluate(rule, NOW)).matches).toEqual([])
  const [match] = (await store.evaluate(rule, NOW - night * HOUR)).matches
  expect(match?.numbers).toMatchObject({ events: 40, usual: 2 })
  expect(Number(match?.since) / 1e6).toBeLessThanOrEqual(NOW - night * HOUR)
  // Ten minutes before, too few of them have happened.
  expect((await store.evaluate(rule, NOW - night * HOUR - 50 * MINUTE)).matches).toEqual([])
})

test('an issue younger than a week is new, not louder; with a week the week form counts', async () => {
  const young = await send({ days: 6, hourly: withBurst(60) })
  expect(await store.evaluate(young, NOW)).toMatchObject({ matches: [], numbers: { louder: 0 } })
  const older = await send({ days: 9, hourly: withBurst(60) })
  expect((await store.evaluate(older, NOW)).matches).toMatchObject([{ numbers: { days: 7 } }])
})

test('fewer than the count, one evaluation alone, staging and a loopback host do not match', async () => {
  const few = await send({
    days: 15,
    hourly: (hoursAgo) => (hoursAgo === 0 ? 9 : hoursAgo % 24 === 12 ? 1 : 0),
  })
  expect((await store.evaluate(few, NOW)).matches).toEqual([])
  const service = few.service![0]!
  const late = Array.from({ length: 30 }, () => exceptionRecord({ at: NOW - 2 * MINUTE, type: 'OrderError' }))
  await store.send('logs', logs(late, { service }))
  expect((await store.evaluate(few, NOW)).matches).toEqual([])
  expect((await store.evaluate(few, NOW + 5 * MINUTE)).matches).toMatchObject([{ service }])
  const burst = { days: 15, hourly: withBurst(60) }
  const staging = await send({ ...burst, environment: 'staging' })
  const local = await send({ ...burst, url: 'http://localhost:5173/basket' })
  for (const rule of [staging, local]) expect((await store.evaluate(rule, NOW)).matches).toEqual([])
  expect((await store.evaluate({ ...staging, environment: [] }, NOW)).matches).toHaveLength(1)
})

test('a series that would have alarmed twice before stays quiet, and the reason says it', async () => {
  const bursts = new Set([0, 5 * 24 + 3, 10 * 24 + 6])
  const rule = await send({ days: 27, hourly: (hoursAgo) => (bursts.has(hoursAgo) ? 80 : rhythm(hoursAgo)) })
  expect(await store.evaluate(rule, NOW)).toMatchObject({
    matches: [],
    numbers: { issues: 1, louder: 0, quiet: 1 },
    reason: expect.stringMatching(/none was louder than usual; 1 stays quiet: it would have had 2 alarms /),
  })
})

test('the preview tells of each burst once, five minutes after it began', async () => {
  const rule = await send({ days: 24, hourly: (hoursAgo) => (hoursAgo === 50 ? 90 : rhythm(hoursAgo)) })
  const messages = await store.preview(rule, NOW)
  expect(messages).toHaveLength(1)
  expect(messages[0]!.at).toBeGreaterThan(NOW - 51 * HOUR)
  expect(messages[0]!.at).toBeLessThan(NOW - 50 * HOUR)
})

const COUNTS = array(nat(200), { minLength: 42, maxLength: 42 })

test('the limit is as the formula says', () => {
  assert(
    property(COUNTS, boolean(), (values, isLong) => {
      const counts = isLong ? values : values.slice(0, 21)
      const sorted = counts.toSorted((a, b) => a - b)
      const sample = isLong ? sorted.slice(0, 40) : counts
      const mean = sample.reduce((sum, value) => sum + value, 0) / sample.length
      const variance = sample.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (sample.length - 1)
      const sums = [0, 0, 0]
      for (const [index, value] of counts.entries()) sums[index % 3]! += value
      const busiest = Math.max(mean, Math.max(...sums) / (counts.length / 3))
      const spread = Math.sqrt(Math.max(1, variance / (mean || 1)) * (busiest + 1))
      const isLouder = (count: number) =>
        count >= 10 &&
        count > 3 * mean &&
        count > busiest + 5 * spread &&
        (!isLong || count > 1.5 * sorted[41]!)
      const { limit } = usualOf(counts, isLong ? 14 : 7, { factor: 3, count: 10 })
      for (let count = 0; count < 1_000; count += 7) expect(count > limit).toBe(isLouder(count))
      expect([Math.floor(limit), Math.floor(limit) + 1].map(isLouder)).toEqual([false, true])
    }),
  )
})

test('an alarm needs two louder hours in a row, five minutes apart', () => {
  const days = 16
  const count = days * 288
  const steps = { first: 0n, step: STEP_NS, count }
  const hours = new Int32Array(count).fill(3)
  const series = createLouderSeries(hours, { since: 0n, steps, threshold: { factor: 3, count: 10 } })
  hours[count - 3] = 100
  expect(series.alarmAt(count - 3)).toBeNull()
  hours[count - 1] = 100
  expect(series.alarmAt(count - 1)).toBeNull()
  hours[count - 10] = hours[count - 9] = 100
  expect(series.alarmAt(count - 9)).toMatchObject({ events: 100, usual: 3, begin: count - 9, pastAlarms: 0 })
})
