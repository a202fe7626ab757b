// Rules that are due together share what they read, and answer as each of them alone.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exceptionRecord, logs, type ExceptionOptions } from '../../../testing/otlp.ts'
import { MINUTE, openRuleStore, ruleOf, type RuleStore } from '../../../testing/rules.ts'

const NOW = Math.floor(Date.now() / 1000) * 1000
const environment = ['production']
const service = ['another']

let store: RuleStore
beforeAll(async () => {
  store = await openRuleStore()
})
afterAll(() => store.close())

/** One each second, of `users` users. */
async function send(minutesAgo: number, times: number, options: ExceptionOptions & { users: number }) {
  const records = Array.from({ length: times }, (_, index) =>
    exceptionRecord({
      at: NOW - minutesAgo * MINUTE + index * 1_000,
      ...options,
      attributes: { 'user.id': `user-${index % options.users}` },
    }),
  )
  await store.send('logs', logs(records, { service: 'shop', environment: 'production', ...options }))
}

test('rules about the same rows answer in one round as each alone', async () => {
  await send(4, 30, { type: 'RecentError', users: 30 })
  await send(100, 50, { type: 'PastError', users: 10 })
  await send(170, 60, { type: 'LongError', users: 40 })
  await send(4, 40, { type: 'LongError', users: 8 })
  // A developer's loop without addresses above FULL_EVENTS_PER_HOUR; two hours before, a customer had one.
  await send(150, 1, { type: 'LocalError', users: 1, url: 'https://shop.example/' })
  await send(20, 1_100, { type: 'LocalError', users: 50, url: 'http://localhost:5173/' })
  const volumes = [5, 30, 120, 180].flatMap((minutes) => [5, 20, 60].map((count) => ({ count, minutes })))
  const rules = [
    ...volumes.map((threshold) => ({ when: 'events', threshold, environment }) as const),
    ...volumes.map((threshold) => ({ when: 'users', threshold, environment }) as const),
    ...volumes.map((threshold) => ({ when: 'users', threshold, service }) as const),
  ].map((rule, at) => ruleOf({ ...rule, id: `rule ${at}` }))
  const alone = []
  for (const rule of rules) alone.push(await store.evaluate(rule, NOW))
  const numbers = alone.map(({ matches }) => matches.length)
  expect(numbers.slice(0, 3)).toEqual([2, 2, 0])
  expect(numbers.slice(9, 12)).toEqual([4, 4, 2])
  expect(await store.evaluateRound(rules, NOW)).toEqual(alone)
})

test('two rules of "louder" with other factors answer in one round as each alone', async () => {
  const daily = { type: 'DailyError', service: 'daily', users: 1 }
  const hours = Array.from({ length: 16 * 24 }, (_, hour) => 90 + hour * 60)
  await Promise.all(hours.map((minutesAgo) => send(minutesAgo, 10, daily)))
  await send(30, 60, daily)
  const rules = [2, 30].map((factor) =>
    ruleOf({ when: 'louder', id: `${factor}`, threshold: { factor }, service: ['daily'] }),
  )
  const alone = []
  for (const rule of rules) alone.push(await store.evaluate(rule, NOW))
  expect(alone.map(({ numbers }) => numbers['issues'])).toEqual([1, 1])
  expect(alone.map(({ matches }) => matches.length)).toEqual([1, 0])
  expect(await store.evaluateRound(rules, NOW)).toEqual(alone)
})
