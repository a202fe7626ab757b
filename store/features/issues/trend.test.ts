import { afterAll, beforeAll, expect, test } from 'vitest'
import { exceptionRecord, logs } from '../../testing/otlp.ts'
import { startStore, type TestStore } from '../../testing/store.ts'
import type { IssuesAnswer, TrendAnswer } from '../../../contract/issues.ts'

/** More than one question may name. */
const ISSUES = 2_100

function record(issue: number) {
  return exceptionRecord({ attributes: { 'errata.fingerprint': `issue ${issue}` } })
}

function sum(counts: number[]): number {
  return counts.reduce((all, count) => all + count, 0)
}

let store: TestStore
beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())

const SERVICES = 4

test(
  'occurrences of new issues are counted separately, however many there are',
  { timeout: 60_000 },
  async () => {
    const records = Array.from({ length: ISSUES + 10 }, (_, at) => record(at % ISSUES))
    // Several services: of each a limited number may be new in a minute.
    const services = Map.groupBy(records.entries(), ([at]) => `service-${(at % ISSUES) % SERVICES}`)
    for (const [service, entries] of services) {
      const body = logs(
        entries.map(([, log]) => log),
        { service },
      )
      expect((await store.send('logs', body)).status).toBe(200)
    }
    const { body } = await store.ask<TrendAnswer>('/api/trend?range=24h')
    expect(body.events).toBe(ISSUES + 10)
    expect(sum(body.buckets.map(({ count }) => count))).toBe(ISSUES + 10)
    expect(sum(body.buckets.map(({ fresh }) => fresh))).toBe(ISSUES + 10)

    const { issues } = (await store.ask<IssuesAnswer>('/api/issues?sort=count&limit=10')).body
    expect(issues.map(({ count }) => count)).toEqual(Array.from({ length: 10 }, () => 2))
    await store.ask('/api/issues', {
      method: 'PATCH',
      body: JSON.stringify({ ids: issues.map(({ id }) => id), status: 'resolved' }),
    })
    const later = (await store.ask<TrendAnswer>('/api/trend?range=24h')).body
    expect(sum(later.buckets.map(({ fresh }) => fresh))).toBe(ISSUES - 10)
  },
)
