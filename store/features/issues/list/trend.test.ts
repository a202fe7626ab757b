import { expect, test } from 'vitest'
import { exceptionRecord, logs } from '../../../testing/otlp.ts'
import { newName, sharedStore } from '../../../testing/suite.ts'
import type { IssuesAnswer, TrendAnswer } from '../../../../contract/issues.ts'

/** More than one query may name. */
const ISSUES = 2_100
const SERVICES = 4

const store = sharedStore()

test('occurrences of new issues are counted separately, however many there are', async () => {
  const environment = newName()
  const records = Array.from({ length: ISSUES + 10 }, (_, at) =>
    exceptionRecord({ attributes: { 'errata.fingerprint': `issue ${at % ISSUES}` } }),
  )
  // Several services: of each a limited number may be new in a minute.
  const services = Map.groupBy(records.entries(), ([at]) => (at % ISSUES) % SERVICES)
  for (const entries of services.values()) {
    const list = entries.map(([, record]) => record)
    await store.send('logs', logs(list, { service: newName(), environment }))
  }
  const trend = `/api/trend?range=24h&environment=${environment}`
  const before = await store.read<TrendAnswer>(trend)
  expect(before.events).toBe(ISSUES + 10)
  expect(sum(before.buckets.map(({ count }) => count))).toBe(ISSUES + 10)
  expect(sum(before.buckets.map(({ fresh }) => fresh))).toBe(ISSUES + 10)

  const loudest = `/api/issues?sort=count&limit=10&environment=${environment}`
  const { issues } = await store.read<IssuesAnswer>(loudest)
  expect(issues.map(({ count }) => count)).toEqual(Array.from({ length: 10 }, () => 2))
  await store.patch('/api/issues', { ids: issues.map(({ id }) => id), status: 'resolved' })
  const later = await store.read<TrendAnswer>(trend)
  expect(sum(later.buckets.map(({ fresh }) => fresh))).toBe(ISSUES - 10)
})

function sum(counts: number[]): number {
  return counts.reduce((all, count) => all + count, 0)
}
