import { expect, test } from 'vitest'
import type { StatusAnswer } from '../../../../contract/status.ts'
import type { Health } from '../../http/health.ts'
import {
  collectorStage,
  describeClock,
  describeDisk,
  describeSpoolDamage,
  problemsOf,
  relayStage,
} from './describe-status.ts'

const now = Date.parse('2026-11-22T12:00:00Z')
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const health: Health = {
  status: 'ok',
  collector: 'ok',
  store: 'ok',
  spool: { bytes: 0, envelopes: 0, limit: 1_000, oldest: null },
  version: '1.0.0',
}
const status: StatusAnswer = {
  engine: 'embedded',
  version: '26',
  lastStored: null,
  rows: { spans: 0, logs: 0, exceptions: 0 },
  metricsReceived: 0,
  refused: 0,
  bytes: 1_000,
  growth: { bytesPerDay: 12_000_000, days: 8, fullAt: null },
  retentionDays: 30,
  limit: null,
  problems: [],
}

function withWaiting(age: number): Health {
  return { ...health, spool: { bytes: 10, envelopes: 3, oldest: new Date(now - age).toISOString() } }
}

test('without a problem there is no sentence, and each problem is one', () => {
  expect(problemsOf(health, status, now)).toEqual([])
  expect(problemsOf(undefined, status, now)).toEqual([expect.stringContaining('The relay does not answer')])
  expect(problemsOf({ ...health, store: 'down' }, status, now)).toEqual([
    expect.stringContaining('The collector queues incoming data'),
  ])
  expect(problemsOf({ ...health, collector: 'down', store: 'down' }, status, now)).toEqual([
    expect.stringContaining('The relay queues incoming data'),
    expect.stringContaining('The collector does not answer'),
  ])
  expect(
    problemsOf({ ...health, hint: 'Set TRUST_PROXY.' }, { ...status, problems: ['A part is damaged.'] }, now),
  ).toEqual(['A part is damaged.', 'Set TRUST_PROXY.'])
})

test('a clock that differs is described beside the one of the browser', () => {
  const differences = [-4_000, -90_000, 7_000]
  expect(differences.map((ms) => describeClock(new Date(now + ms).toISOString(), now))).toEqual([
    'as in this browser',
    '1 min 30 s behind this browser',
    '7.00 s ahead of this browser',
  ])
})

test('damage of the queue of the relay is named', () => {
  const spool = { ...health.spool, canRead: false, lost: 3 }
  expect(problemsOf({ ...health, spool }, status, now)).toEqual([expect.stringContaining('cannot read')])
  expect(describeSpoolDamage(spool)).toBe('the queue cannot be read')
  expect(describeSpoolDamage({ ...spool, canRead: true })).toBe('3 deliveries lost since start')
})

test('with the store down, the space of the collector is in hours', () => {
  const down = (age: number, room: number): Health => ({
    ...health,
    store: 'down',
    collectorQueue: { bytes: 1_000, room, oldest: new Date(now - age).toISOString() },
  })
  const [full] = problemsOf(down(6 * MINUTE, 31_000), status, now)
  expect(full).toContain('There is space for 3 hours at this rate.')
  expect(problemsOf(down(6 * MINUTE, 900), status, now)[0]).toContain('less than an hour')
  expect(problemsOf(down(6 * MINUTE, 1e9), status, now)[0]).not.toContain('space')
  expect(problemsOf(down(MINUTE / 2, 900), status, now)[0]).not.toContain('space')
  expect(collectorStage(down(6 * MINUTE, 900), now)).toBe('delayed')
  expect(problemsOf({ ...down(6 * MINUTE, 900), store: 'ok' }, status, now)).toEqual([
    expect.stringContaining('The store is behind'),
  ])
})

test('a queue is a problem after a minute', () => {
  expect(relayStage(withWaiting(MINUTE / 2), now)).toBe('ok')
  expect(relayStage(withWaiting(2 * MINUTE), now)).toBe('delayed')
  expect(problemsOf(withWaiting(2 * MINUTE), status, now)).toEqual([
    expect.stringContaining('3 deliveries queued'),
  ])
})

test('the day on which the disk is full is named, and near it is a problem', () => {
  const full = (days: number) => ({
    ...status,
    growth: { ...status.growth!, fullAt: new Date(now + days * DAY).toISOString() },
  })
  expect(describeDisk(full(74), now)).toBe('The disk will be full on 4 Feb, in 74 days, at 12.0 MB a day.')
  expect(problemsOf(health, full(74), now)).toEqual([])
  expect(problemsOf(health, full(3), now)).toEqual([
    expect.stringContaining('The disk will be full on 25 Nov, in 3 days'),
  ])
  expect(describeDisk({ ...full(3), limit: 5 }, now)).toContain('STORE_LIMIT will be reached on 25 Nov')
  expect(describeDisk(status, now)).toContain('Growing by 12.0 MB a day')
  expect(describeDisk({ ...status, growth: { ...status.growth!, bytesPerDay: null } }, now)).toContain(
    'first full day',
  )
})
