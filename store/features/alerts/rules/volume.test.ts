// Events of an issue and users that it affects, in some minutes, over a real store.
import { array, assert, integer, nat, property, tuple } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exceptionRecord, logs, type ExceptionOptions } from '../../../testing/otlp.ts'
import { MINUTE, openRuleStore, type RuleStore, type TestRule } from '../../../testing/rules.ts'
import { newName } from '../../../testing/suite.ts'
import { slidingCounts, type Unit } from './issue-steps.ts'

let store: RuleStore
beforeAll(async () => {
  store = await openRuleStore()
})
afterAll(() => store.close())

import { NO_FILTER } from './rule.ts'

const NOW = Math.floor(Date.now() / 1000) * 1000

type Sent = ExceptionOptions & { times: number; users?: number; minutesAgo?: number }

/** Returns the service. */
async function send({ times, users = 1, minutesAgo = 1, ...options }: Sent): Promise<string> {
  const service = options.service ?? newName()
  const records = Array.from({ length: times }, (_, index) =>
    exceptionRecord({
      at: NOW - minutesAgo * MINUTE + index,
      ...options,
      attributes: { 'user.id': `user-${index % users}`, ...options.attributes },
    }),
  )
  await store.send('logs', logs(records, { ...options, service }))
  return service
}

const TEN = { count: 10, minutes: 5 }

async function matchesOf(rule: TestRule): Promise<string[]> {
  return (await store.evaluate(rule, NOW)).matches.map(({ heading }) => heading)
}

test('events match from the count on, and those within the minutes count', async () => {
  const service = [await send({ times: 9 })]
  await send({ service: service[0]!, times: 5, minutesAgo: 6 })
  const rule: TestRule = { when: 'events', threshold: TEN, service }
  expect(await store.evaluate(rule, NOW)).toMatchObject({
    matches: [],
    numbers: { issues: 0 },
    reason: 'no issue had 10 events or more in 5 minutes',
  })
  await send({ service: service[0]!, times: 1, minutesAgo: 4 })
  const { matches, reason } = await store.evaluate(rule, NOW)
  expect(matches).toMatchObject([
    {
      service: service[0],
      release: '4.1.0',
      environment: 'production',
      heading: '10 events in 5 minutes',
      numbers: { events: 10, minutes: 5 },
      reason: '10 events in 5 minutes, the rule asks for 10',
      path: `/issues/${matches[0]!.issueId}`,
    },
  ])
  expect(reason).toBe('1 issue had 10 events or more in 5 minutes')
  expect(await matchesOf({ ...rule, threshold: { count: 11, minutes: 5 } })).toEqual([])
  expect(await matchesOf({ ...rule, threshold: { count: 15, minutes: 7 } })).toEqual([
    '15 events in 7 minutes',
  ])
})

test('users count once, and without an id not at all', async () => {
  const service = [await send({ times: 40, users: 4 })]
  await send({ service: service[0]!, times: 3, attributes: { 'user.id': '' } })
  const rule: TestRule = { when: 'users', threshold: { count: 5, minutes: 60 }, service }
  expect(await matchesOf(rule)).toEqual([])
  await send({ service: service[0]!, times: 1, attributes: { 'user.id': 'another' }, minutesAgo: 59 })
  expect(await matchesOf(rule)).toEqual(['5 users in 1 hour'])
})

test('production leaves out staging and pages of a loopback host, also without details', async () => {
  const service = [newName()]
  const rule: TestRule = { when: 'events', threshold: TEN, service, environment: ['production'] }
  const other = { service: service[0]!, times: 20 }
  await send({ ...other, environment: 'staging', type: 'StagingError' })
  await send({ ...other, environment: '', url: 'http://localhost:5173/a', type: 'LocalError' })
  await send({
    ...other,
    environment: 'production',
    url: 'http://127.0.0.1/',
    times: 1_100,
    type: 'LocalLoop',
  })
  expect(await matchesOf(rule)).toEqual([])
  expect(await matchesOf({ ...rule, environment: ['staging'] })).toEqual(['20 events in 5 minutes'])
  await send({ ...other, environment: '', type: 'UnnamedError' })
  await send({ ...other, times: 1_100, type: 'LoopError' })
  expect((await matchesOf(rule)).toSorted()).toEqual(['1,100 events in 5 minutes', '20 events in 5 minutes'])
})

test('a rule matches only its releases, origins and search, and no issue that is ignored', async () => {
  const service = [newName()]
  const rule: TestRule = { when: 'events', threshold: TEN, service }
  await send({ service: service[0]!, times: 12, release: '1.0.0' })
  expect(await matchesOf({ ...rule, release: ['2.0.0'] })).toEqual([])
  expect(await matchesOf({ ...rule, origin: ['third party'] })).toEqual([])
  expect(await matchesOf({ ...rule, origin: ['own'] })).toEqual(['12 events in 5 minutes'])
  const term = { key: 'type', value: 'OrderError', negated: true } as const
  expect(await matchesOf({ ...rule, filter: { ...NO_FILTER, terms: [term] } })).toEqual([])
  const { matches } = await store.evaluate(rule, NOW)
  await store.change(matches[0]!.issueId!, { status: 'ignored' })
  expect(await matchesOf(rule)).toEqual([])
})

test('the preview has a message for each time that the number is reached', async () => {
  const service = [newName()]
  for (const minutesAgo of [3_000, 2_998, 2_000, 1])
    await send({ service: service[0]!, times: 20, minutesAgo })
  const messages = await store.preview({ when: 'events', threshold: TEN, service }, NOW)
  const ages = messages.map(({ at }) => (NOW - at) / MINUTE)
  expect(ages.map(Math.round)).toEqual([3_000, 2_000, 0].map((minutes) => expect.closeTo(minutes - 2, -1)))
})

const ENTRIES = array(tuple(nat(30), nat(3), integer({ min: 1, max: 5 })), { maxLength: 40 })

test.each<Unit>(['events', 'users'])('%s of a window are as in a plain count', (unit) => {
  assert(
    property(ENTRIES, integer({ min: 1, max: 12 }), (list, width) => {
      const rows = new Map(list.map(([step, user, count]) => [`${step} ${user}`, { step, user, count }]))
      const entries = [...rows.values()].toSorted((a, b) => a.step - b.step)
      const plain = Array.from({ length: 40 }, (_, step) => {
        const inside = entries.filter((row) => row.step <= step && row.step > step - width)
        if (unit === 'users') return new Set(inside.map(({ user }) => user)).size
        return inside.reduce((sum, { count }) => sum + count, 0)
      })
      const windows = slidingCounts(
        entries.map(({ step, user, count }) => [step, user, count]),
        width,
        unit,
        40,
      )
      expect([...windows]).toEqual(plain)
    }),
  )
})
