// Which spans of a trace the API returns: with a limit the ones that explain an exception, or by a text.
import { beforeAll, expect, test } from 'vitest'
import { newSpanId, newTraceId, span, spans } from '../../testing/otlp.ts'
import { sharedStore } from '../../testing/suite.ts'
import type { SpanAnswer, SpanMatchesAnswer, TraceAnswer } from '../../../contract/traces.ts'

const START = Date.now() - 60_000
const STEPS = 400

/** The span, whose id is then in `ids` by its name. `at`: milliseconds after the start. */
function add(name: string, parent: string | null, at: number, more = {}) {
  const parentSpanId = parent === null ? {} : { parentSpanId: ids[parent]! }
  const item = span({ traceId, name, at: START + at, milliseconds: 50, ...parentSpanId, ...more })
  ids[name] = item.spanId!
  return item
}

const store = sharedStore()
const traceId = newTraceId()
const ids: Record<string, string> = {}
beforeAll(async () => {
  const list = [
    add('page', null, 0, { milliseconds: 30_000 }),
    add('pay', 'page', 20_000, { milliseconds: 5_000 }),
    add('failed query', 'pay', 20_100, { error: true, attributes: { 'db.system.name': 'postgresql' } }),
    add('GET /total', 'pay', 24_000),
    add('render', 'pay', 24_500),
    add('other', null, 100),
    add('early failure', 'other', 110, { error: true }),
    add('late', 'page', 29_000, { error: true }),
    ...Array.from({ length: STEPS }, (_, step) => add(`step ${step}`, 'page', 200 + step)),
  ]
  await store.send('traces', spans(list, { service: 'shop-web' }))
})

function ask(query: string): Promise<TraceAnswer> {
  return store.read<TraceAnswer>(`/api/traces/${traceId}?${query}`)
}
const around = new Date(START + 24_600).toISOString()

test('a limit keeps ancestors, their children and earlier failed spans with their callers', async () => {
  const { spans, totalSpans, truncated } = await ask(`limit=10&span=${ids['render']}&around=${around}`)
  expect([spans.length, totalSpans, truncated]).toEqual([10, STEPS + 8, true])
  const names = spans.map(({ name }) => name)
  expect(spans.map(({ start }) => start)).toEqual(spans.map(({ start }) => start).toSorted())
  for (const name of ['page', 'pay', 'render', 'GET /total', 'failed query', 'other', 'early failure'])
    expect(names).toContain(name)
  expect(names).not.toContain('late')
  // Each has its caller.
  const present = new Set(spans.map(({ spanId }) => spanId))
  expect(spans.filter(({ parentSpanId }) => parentSpanId && !present.has(parentSpanId))).toEqual([])
})

test('a limit keeps the spans nearest to an instant; above the size it changes nothing', async () => {
  const near = await ask(`limit=3&around=${new Date(START + 24_510).toISOString()}`)
  expect(near.spans.map(({ name }) => name)).toContain('pay')
  const all = await ask('limit=5000')
  expect([all.spans.length, all.truncated]).toEqual([STEPS + 8, false])
  expect(all.spans[0]).not.toHaveProperty('details')
  expect((await ask(`limit=4&span=${newSpanId()}`)).spans).toHaveLength(4)
})

test('only the requested span has details', async () => {
  const { spans } = await ask(`limit=6&details=true&span=${ids['failed query']}&around=${around}`)
  const item = spans.find(({ name }) => name === 'failed query')!
  const alone = await store.read<SpanAnswer>(`/api/traces/${traceId}/spans/${item.spanId}`)
  expect(item.details?.attributes['db.system.name']).toBe('postgresql')
  expect(alone).toMatchObject(item.details!)
})

test('a chain deeper than the limit, and parents that form a cycle', async () => {
  const deep = newTraceId()
  const chain = Array.from({ length: 500 }, newSpanId)
  const list = chain.map((spanId, at) => ({
    ...span({ traceId: deep, at: START + at, ...(at > 0 && { parentSpanId: chain[at - 1]! }) }),
    spanId,
  }))
  const [first, second] = [newSpanId(), newSpanId()]
  const cycle = [
    { ...span({ traceId: deep, at: START, parentSpanId: second }), spanId: first },
    { ...span({ traceId: deep, at: START, parentSpanId: first }), spanId: second },
  ]
  await store.send('traces', spans([...list, ...cycle], { service: 'deep-web' }))
  const answer = await store.read<TraceAnswer>(`/api/traces/${deep}?limit=20&span=${chain[400]}`)
  const present = answer.spans.map(({ spanId }) => spanId)
  expect(present).toHaveLength(20)
  expect(present).toEqual(expect.arrayContaining(chain.slice(391, 401)))
  const cyclic = await store.read<TraceAnswer>(`/api/traces/${deep}?limit=20&span=${first}`)
  expect(cyclic.spans.map(({ spanId }) => spanId)).toEqual(expect.arrayContaining([first, second]))
})

test('invalid values are named in the error', async () => {
  for (const query of [
    'limit=0',
    'limit=50001',
    'limit=2001&details=true',
    'span=x',
    'around=x',
    'details=1',
  ]) {
    const { status, body } = await store.ask<{ detail: string }>(`/api/traces/${traceId}?${query}`)
    expect([query, status]).toEqual([query, 400])
    expect(body.detail).toContain(query.split('=')[0])
  }
})

test('text matches spans by name, by parts of an attribute, and by all of its words', async () => {
  const traceId = newTraceId()
  const list = [
    span({ traceId, name: 'GET /Offers', attributes: { 'http.response.status_code': '502' } }),
    span({ traceId, name: 'SELECT', attributes: { 'db.system.name': 'PostgreSQL', 'db.rows': '502' } }),
  ]
  await store.send('traces', spans(list, { service: 'matches-web', release: '4.5.6' }))
  const match = async (q: string): Promise<number[]> => {
    const path = `/api/traces/${traceId}/matches?q=${encodeURIComponent(q)}`
    const { spanIds } = await store.read<SpanMatchesAnswer>(path)
    return list.flatMap(({ spanId }, index) => (spanIds.includes(spanId ?? '') ? [index] : []))
  }
  expect(await match('offers')).toEqual([0])
  expect(await match('502')).toEqual([0, 1])
  expect(await match('status:502')).toEqual([0])
  expect(await match('502 db.system:postgresql')).toEqual([1])
  expect(await match('service.version:4.5')).toEqual([0, 1])
  expect(await match('status:404')).toEqual([])
  expect(await match('')).toEqual([])
})
