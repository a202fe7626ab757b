// Traces, spans, and what is computed from them, over HTTP.
import { expect, test } from 'vitest'
import {
  exception,
  exceptionRecord,
  keyValues,
  logs,
  newDigest,
  newSpanId,
  newTraceId,
  span,
  spans,
  vitalRecord,
} from '../../testing/otlp.ts'
import { sharedStore } from '../../testing/suite.ts'
import type { TrendAnswer } from '../../../contract/issues.ts'
import type { OperationsAnswer } from '../../../contract/operations.ts'
import type { ReleasesAnswer } from '../../../contract/releases.ts'
import type { FacetsAnswer, ServicesAnswer } from '../../../contract/search.ts'
import type { SpanAnswer, TraceAnswer, TracesAnswer } from '../../../contract/traces.ts'
import type { VitalsAnswer } from '../../../contract/vitals.ts'

const store = sharedStore()

/** A page of traces of a service. */
function listTraces(service: string, query: string): Promise<TracesAnswer> {
  return store.read<TracesAnswer>(`/api/traces?service=${service}&${query}`)
}

async function traceIds(service: string, query: string): Promise<string[]> {
  return idsIn(await listTraces(service, query))
}

async function pagesOf(service: string, limit: number): Promise<string[][]> {
  const pages = await store.readPages<TracesAnswer>(`/api/traces?service=${service}&limit=${limit}`)
  return pages.map(idsIn)
}

function idsIn({ traces }: TracesAnswer): string[] {
  return traces.map(({ traceId }) => traceId)
}

test('traces match by one of their spans, newest first, page by page', async () => {
  const service = 'traced-web'
  const ids = [newTraceId(), newTraceId(), newTraceId()]
  const now = Date.now() - 60_000
  for (const [at, traceId] of ids.entries()) {
    const root = span({ traceId, at: now + at * 1_000, milliseconds: 100 * (at + 1) })
    const child = span({
      traceId,
      parentSpanId: root.spanId!,
      name: `GET /orders/${at}`,
      at: now + at * 1_000 + 5,
      error: at === 1,
      attributes: { 'cart.size': String(at) },
    })
    await store.send('traces', spans([child, root], { service }))
  }
  const idsOf = (query: string) => traceIds(service, query)
  expect(await idsOf('')).toEqual(ids.toReversed())
  expect((await listTraces(service, 'limit=1')).traces).toMatchObject([
    {
      name: 'page.load',
      service: 'traced-web',
      durationNs: 300_000_000,
      spans: 2,
      errors: 0,
      services: ['traced-web'],
    },
  ])
  expect(await idsOf('status=error')).toEqual([ids[1]])
  expect(await idsOf('operation=GET%20/orders/0')).toEqual([ids[0]])
  expect(await idsOf('attribute=cart.size:2')).toEqual([ids[2]])
  expect(await idsOf('minDurationNs=150000000&maxDurationNs=250000000')).toEqual([ids[1]])
  expect(await idsOf('q=orders/2')).toEqual([ids[2]])
  expect(await pagesOf(service, 2)).toEqual([ids.toReversed().slice(0, 2), [ids[0]]])
})

function spanAgo(traceId: string, minutes: number, step: string) {
  return span({ traceId, at: Date.now() - minutes * 60_000, attributes: { step } })
}

test('a trace of many hours is listed once, by its newest span, on one page and over several', async () => {
  const service = 'hours-web'
  const [long, middle, late, old] = [newTraceId(), newTraceId(), newTraceId(), newTraceId()]
  const list = [
    spanAgo(long, 3_000, 'a'),
    spanAgo(long, 90, 'a'),
    spanAgo(long, 20, 'a'),
    spanAgo(middle, 100, 'a'),
    spanAgo(late, 30, 'b'),
    spanAgo(old, 6_000, 'a'),
  ]
  await store.send('traces', spans(list, { service, release: '3.2.1' }))
  const idsOf = (query: string) => traceIds(service, query)
  expect(await idsOf('')).toEqual([long, late, middle, old])
  expect(await idsOf('attribute=step:a')).toEqual([long, middle, old])
  // Of the resource, and of both.
  expect(await idsOf('attribute=service.version:3.2.1&attribute=step:b')).toEqual([late])
  expect(await idsOf('attribute=step:b&attribute=service.version:3.2.1')).toEqual([late])
  expect(await idsOf('attribute=service.version:3.2.2')).toEqual([])
  expect(await pagesOf(service, 1)).toEqual([[long], [late], [middle], [old]])
})

test('a span reads the same in its trace and alone', async () => {
  const traceId = newTraceId()
  const second = Math.floor(Date.now() / 1_000) - 5
  const root = span({ traceId, name: `Broken "quote", \\ and \n line` })
  const fractions = ['000000000', '120000000', '123456789', '000000001', '100000010']
  const list = fractions.map((fraction, at) => ({
    ...(at === 0
      ? root
      : span({ traceId, parentSpanId: root.spanId!, name: `é 漢 😀 ${at}`, error: at === 2 })),
    startTimeUnixNano: `${second}${fraction}`,
    endTimeUnixNano: `${second + 1}${fraction}`,
  }))
  await store.send('traces', spans(list))
  const trace = await store.read<TraceAnswer>(`/api/traces/${traceId}`)
  expect([trace.spans.length, trace.totalSpans, trace.start, trace.durationNs]).toEqual([
    5,
    5,
    trace.spans[0]!.start,
    1_123_456_789,
  ])
  for (const item of trace.spans)
    expect(await store.read<SpanAnswer>(`/api/traces/${traceId}/spans/${item.spanId}`)).toMatchObject(item)
})

test('a trace that is read in chunks has every span once and in order, also repeated ones', async () => {
  const traceId = newTraceId()
  const at = Date.now() - 600_000
  // Many start in the same millisecond, also at the boundaries of chunks.
  const list = Array.from({ length: 21_500 }, (_, index) =>
    span({ traceId, at: at + Math.floor(index / 700), name: `step ${index % 9}` }),
  )
  const ids = list.map(({ spanId }) => String(spanId)).toSorted()
  const half = list.length / 2
  for (const part of [list.slice(0, half), list.slice(half), list.slice(0, 3)]) {
    await store.send('traces', spans(part, { service: 'long-web' }))
    if (part[0] === list[0] && part.length === half) continue
    const trace = await store.read<TraceAnswer>(`/api/traces/${traceId}`)
    expect([trace.totalSpans, trace.truncated]).toEqual([list.length, false])
    expect(trace.spans.map(({ spanId }) => spanId).toSorted()).toEqual(ids)
    const order = trace.spans.map(({ start, spanId }) => `${start} ${spanId}`)
    expect(order).toEqual(order.toSorted())
  }
})

test('a trace has its spans and exceptions, a span its attributes and its peers', async () => {
  const traceId = newTraceId()
  const root = span({ traceId, name: 'checkout', milliseconds: 200, attributes: { 'url.path': '/pay' } })
  const link = { traceId: newTraceId(), spanId: newSpanId(), attributes: keyValues({ why: 'queued' }) }
  const child = {
    ...span({ traceId, parentSpanId: root.spanId!, name: 'POST /pay', error: true }),
    events: [{ name: 'retry', timeUnixNano: '1795132800120000000', attributes: keyValues({ times: '2' }) }],
    links: [link],
  }
  const digest = newDigest()
  for (const list of [[root, child], [child]])
    await store.send('traces', spans(list, { service: 'queued-web' }))
  await store.send('logs', logs([exceptionRecord({ traceId, spanId: child.spanId!, digest })]))
  const trace = await store.read<TraceAnswer>(`/api/traces/${traceId.toUpperCase()}`)
  expect(trace).toMatchObject({
    traceId,
    totalSpans: 2,
    truncated: false,
    exceptions: [{ digest, spanId: child.spanId, type: 'OrderError' }],
    spanEvents: [{ spanId: child.spanId, at: '2026-11-20T00:00:00.120Z', name: 'retry' }],
  })
  expect(trace.spanEvents).toHaveLength(1)
  expect(trace.spans.map((item) => [item.name, item.parentSpanId, item.exceptions])).toEqual([
    ['checkout', null, 0],
    ['POST /pay', root.spanId, 1],
  ])
  const detail = await store.read<SpanAnswer>(`/api/traces/${traceId}/spans/${child.spanId}`)
  expect(detail).toMatchObject({
    name: 'POST /pay',
    status: 'error',
    statusMessage: 'refused',
    resource: { 'service.name': 'queued-web' },
    events: [{ name: 'retry', attributes: { times: '2' } }],
    links: [{ traceId: link.traceId, attributes: { why: 'queued' } }],
    peers: { count: 2, p50Ns: 40_000_000 },
  })
  expect(detail.peers.histogram.reduce((sum, bar) => sum + bar.count, 0)).toBe(2)
})

test('operations, services, releases, vitals, facets and the trend have the right counts', async () => {
  const source = { service: 'figures-web', release: '9.0.0' }
  const list = Array.from({ length: 10 }, (_, at) =>
    span({
      name: 'GET /figures',
      milliseconds: (at + 1) * 10,
      error: at === 0,
      attributes: { 'session.id': `s${at}` },
    }),
  )
  await store.send('traces', spans(list, source))
  const vitalsOfPage = [
    vitalRecord({ value: 1000 }),
    vitalRecord({ value: 2000 }),
    vitalRecord({ value: 3000, rating: 'needs-improvement' }),
    vitalRecord({ value: 9000, rating: 'poor' }),
  ]
  await store.send('logs', logs(vitalsOfPage, source))
  await store.send('logs', exception({ ...source, message: 'Crash', attributes: { 'session.id': 's1' } }))
  await store.send(
    'logs',
    exception({ ...source, message: 'Handled', severity: 13, attributes: { 'session.id': 's2' } }),
  )

  const ask = <Body>(path: string): Promise<Body> => store.read<Body>(`${path}service=figures-web`)
  const { operations } = await ask<OperationsAnswer>('/api/operations?')
  expect(operations).toMatchObject([{ name: 'GET /figures', count: 10, errors: 1 }])
  expect(operations[0]!.p50Ns).toBeGreaterThanOrEqual(50_000_000)
  expect(operations[0]!.p95Ns).toBeLessThanOrEqual(100_000_000)
  expect((await ask<ServicesAnswer>('/api/services?')).services.map(({ name }) => name)).toContain(
    'figures-web',
  )
  expect((await ask<ReleasesAnswer>('/api/releases?')).releases).toMatchObject([
    { release: '9.0.0', exceptions: 2, sessions: 10, crashFreeSessions: 0.9 },
  ])
  const { vitals } = await ask<VitalsAnswer>('/api/vitals?')
  expect(vitals).toMatchObject([{ route: '/basket', name: 'LCP', count: 4, good: 2, poor: 1 }])
  expect(vitals[0]!.rating).not.toBe('good')
  const facets = await ask<FacetsAnswer>('/api/facets?of=issues&')
  expect(facets.facets.find((facet) => facet.name === 'release')?.values).toEqual([
    { value: '9.0.0', count: 2 },
  ])
  const ofTraces = await ask<FacetsAnswer>('/api/facets?of=traces&')
  expect(ofTraces.facets.find((facet) => facet.name === 'status')?.values).toEqual([
    { value: 'unset', count: 9 },
    { value: 'error', count: 1 },
  ])
  const trend = await ask<TrendAnswer>('/api/trend?range=24h&')
  expect([trend.events, trend.buckets.length, trend.releases.length]).toEqual([2, 48, 1])
  expect(trend.buckets.map((bucket) => bucket.fresh).reduce((sum, count) => sum + count)).toBe(2)
})

test('a trace in which a page threw has an error, although its spans have no error status', async () => {
  const service = 'thrown-web'
  const [thrown, both, fine] = [newTraceId(), newTraceId(), newTraceId()]
  const failed = span({ traceId: both, error: true })
  const pages = [span({ traceId: thrown }), failed, span({ traceId: fine })]
  await store.send('traces', spans(pages, { service }))
  const records = [
    { traceId: thrown, spanId: pages[0]!.spanId! },
    { traceId: thrown, spanId: newSpanId() },
    { traceId: both, spanId: failed.spanId! },
  ]
  for (const record of records) await store.send('logs', exception({ ...record, service }))
  expect((await traceIds(service, 'status=error')).toSorted()).toEqual([thrown, both].toSorted())
  expect(await traceIds(service, 'status=error&operation=other')).toEqual([])
  expect(await traceIds(service, 'status=ok')).toEqual([])
  const { traces } = await listTraces(service, '')
  expect(new Map(traces.map(({ traceId, errors }) => [traceId, errors]))).toEqual(
    new Map([
      [thrown, 2],
      [both, 1],
      [fine, 0],
    ]),
  )
})

test('a trace in the list has the route of its root and the user of any of its spans', async () => {
  const service = 'routed-web'
  const traceId = newTraceId()
  const at = Date.now() - 60_000
  const root = span({ traceId, at, attributes: { 'http.route': '/orders/:id' } })
  const child = {
    traceId,
    parentSpanId: root.spanId!,
    at: at - 5,
    attributes: { 'http.route': '/api/orders' },
  }
  const last = { ...child, at: at + 10, attributes: { 'user.id': 'ann' } }
  // Three inserts: the row of a trace is merged from one row per insert.
  for (const item of [span(child), root, span(last)]) await store.send('traces', spans([item], { service }))
  expect((await listTraces(service, '')).traces).toMatchObject([
    { traceId, route: '/orders/:id', user: 'ann' },
  ])
  const anonymous = newTraceId()
  await store.send('traces', spans([span({ traceId: anonymous })], { service }))
  const [first] = (await listTraces(service, '')).traces
  expect(first).toMatchObject({ traceId: anonymous, route: '', user: '' })
})

test('a span that was sent twice has its exception once', async () => {
  const attributes = keyValues({ 'exception.type': 'TypeError', 'exception.message': 'twice' })
  const event = { name: 'exception', timeUnixNano: `${Date.now() - 1_000}000000`, attributes }
  const thrown = { ...span({ error: true }), events: [event] }
  // Another name: the same request again is not stored.
  for (const name of ['GET /a', 'GET /b']) await store.send('traces', spans([{ ...thrown, name }]))
  const { exceptions } = await store.read<TraceAnswer>(`/api/traces/${thrown.traceId}`)
  expect(exceptions).toMatchObject([{ spanId: thrown.spanId, type: 'TypeError' }])
})
