import { afterAll, beforeAll, expect, test } from 'vitest'
import { exception, newDigest, span, spans } from './testing/otlp.ts'
import { startStore, type TestStore } from './testing/store.ts'

let store: TestStore

beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())

/** Every series with its value. */
async function metrics(): Promise<Map<string, number>> {
  const { status, headers, body } = await store.ask<string>('/metrics')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      expect(line).toMatch(/^errata_store_\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [\d.e+-]+$/)
      const end = line.lastIndexOf(' ')
      return [line.slice(0, end), Number(line.slice(end + 1))]
    }),
  )
}

test('what was received, stored, refused and recognised is counted, and queries are timed', async () => {
  const first = await metrics()
  expect(first.get('errata_store_stored_rows_total')).toBe(0)
  expect(first.get('errata_store_group_rows_count')).toBe(0)

  const body = exception({ digest: newDigest() })
  const batch = spans([span(), span(), span()])
  expect((await store.send('logs', body)).status).toBe(200)
  expect((await store.send('traces', batch)).status).toBe(200)
  // The same request, then the same occurrence in another request.
  expect((await store.send('logs', body)).status).toBe(200)
  expect((await store.send('logs', { ...body, other: 1 })).status).toBe(200)
  expect((await store.send('traces', 'no JSON')).status).toBe(400)
  expect((await store.ask('/api/issues')).status).toBe(200)

  const second = await metrics()
  expect(second.get('errata_store_requests_total{outcome="stored"}')).toBe(4)
  expect(second.get('errata_store_requests_total{outcome="refused"}')).toBe(1)
  expect(second.get('errata_store_stored_rows_total')).toBe(4)
  expect(second.get('errata_store_duplicates_total{kind="request"}')).toBe(1)
  expect(second.get('errata_store_duplicates_total{kind="occurrence"}')).toBe(1)
  expect(second.get('errata_store_insert_seconds_bucket{le="+Inf"}')).toBe(
    second.get('errata_store_insert_seconds_count'),
  )
  expect(second.get('errata_store_insert_seconds_sum')).toBeGreaterThan(0)
  expect(second.get('errata_store_query_seconds_count')).toBeGreaterThan(
    first.get('errata_store_query_seconds_count')!,
  )
  expect(second.get('errata_store_waiting_bytes')).toBe(0)
  expect(second.get('errata_store_issues')).toBe(1)
  expect(second.get('errata_store_overflow_occurrences_total')).toBe(0)
  expect(second.get('errata_store_queries_running')).toBe(0)
  expect(second.get('errata_store_queries_waiting')).toBe(0)
  expect(second.get('errata_store_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  const lookups = [...second].filter(([name]) => name.startsWith('errata_store_cache_lookups_total'))
  expect(lookups.reduce((sum, [, value]) => sum + value, 0)).toBeGreaterThan(0)
})
