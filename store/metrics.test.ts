import { expect, test } from 'vitest'
import { exception, span, spans } from './testing/otlp.ts'
import { newName, sharedStore } from './testing/suite.ts'

const store = sharedStore()

/** By the requests of the test below. */
const ADDED = {
  'errata_store_requests_total{outcome="stored"}': 4,
  'errata_store_requests_total{outcome="refused"}': 1,
  errata_store_stored_rows_total: 4,
  'errata_store_duplicates_total{kind="request"}': 1,
  'errata_store_duplicates_total{kind="occurrence"}': 1,
  'errata_store_duplicates_total{kind="resource"}': 0,
  errata_store_issues: 1,
  errata_store_overflow_occurrences_total: 0,
}

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
  const body = exception({ service: newName() })
  const batch = spans([span(), span(), span()])
  await store.send('logs', body)
  await store.send('traces', batch)
  // The same request, then the same occurrence in another request.
  await store.send('logs', body)
  await store.send('logs', { ...body, other: 1 })
  expect((await store.trySend('traces', 'no JSON')).status).toBe(400)
  for (const path of ['/api/issues', '/api/status']) expect((await store.ask(path)).status).toBe(200)

  const second = await metrics()
  const added = Object.keys(ADDED).map((name) => [name, second.get(name)! - (first.get(name) ?? 0)])
  expect(Object.fromEntries(added)).toEqual(ADDED)
  expect(second.get('errata_store_insert_seconds_bucket{le="+Inf"}')).toBe(
    second.get('errata_store_insert_seconds_count'),
  )
  expect(second.get('errata_store_insert_seconds_sum')).toBeGreaterThan(0)
  expect(second.get('errata_store_query_seconds_count')).toBeGreaterThan(
    first.get('errata_store_query_seconds_count')!,
  )
  expect(second.get('errata_store_waiting_bytes')).toBe(0)
  expect(second.get('errata_store_queries_running')).toBe(0)
  expect(second.get('errata_store_queries_waiting')).toBe(0)
  expect(second.get('errata_store_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  const lookups = [...second].filter(([name]) => name.startsWith('errata_store_cache_lookups_total'))
  expect(lookups.reduce((sum, [, value]) => sum + value, 0)).toBeGreaterThan(0)
})
