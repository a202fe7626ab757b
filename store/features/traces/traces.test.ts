// Traces, spans, and what is computed from them, over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LogRecord } from '../../../otlp/otlp-json.ts'
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
} from '../../testing/otlp.ts'
import { startStore, type TestStore } from '../../testing/store.ts'
import type { TrendAnswer } from '../../../contract/issues.ts'
import type { OperationsAnswer } from '../../../contract/operations.ts'
import type { ReleasesAnswer } from '../../../contract/releases.ts'
import type { FacetsAnswer, ServicesAnswer } from '../../../contract/search.ts'
import type { SpanAnswer, TraceAnswer, TracesAnswer } from '../../../contract/traces.ts'
import type { VitalsAnswer } from '../../../contract/vitals.ts'

let store: TestStore
beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())

/** A page of traces of a service. */
async function listTraces(service: string, query: string): Promise<TracesAnswer> {
  return (await store.ask<TracesAnswer>(`/api/traces?service=${service}&${query}`)).body
}

async function traceIds(service: string, query: string): Promise<string[]> {
  return (await listTraces(service, query)).traces.map((trace) => trace.traceId)
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
  const first = await listTraces(service, 'limit=2')
  const second = await listTraces(service, `limit=2&cursor=${first.nextCursor}`)
  expect([...first.traces, ...second.traces].map((trace) => trace.traceId)).toEqual(ids.toReversed())
  expect(second.nextCursor).toBeNull()
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
  const paged: string[] = []
  for (let cursor: string | null = ''; cursor !== null && paged.length < 9;) {
    const page: TracesAnswer = await listTraces(service, `limit=1&cursor=${cursor}`)
    paged.push(...page.traces.map((trace) => trace.traceId))
    cursor = page.nextCursor
  }
  expect(paged).toEqual([long, late, middle, old])
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
  const trace = (await store.ask<TraceAnswer>(`/api/traces/${traceId}`)).body
  expect([trace.spans.length, trace.totalSpans, trace.start, trace.durationNs]).toEqual([
    5,
    5,
    trace.spans[0]!.start,
    1_123_456_789,
  ])
  for (const item of trace.spans)
    expect((await store.ask<SpanAnswer>(`/api/traces/${traceId}/spans/${item.spanId}`)).body).toMatchObject(
      item,
    )
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
    expect((await store.send('traces', spans(part, { service: 'long-web' }))).status).toBe(200)
    if (part[0] === list[0] && part.length === half) continue
    const trace = (await store.ask<TraceAnswer>(`/api/traces/${traceId}`)).body
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
  await store.send('traces', spans([root, child]))
  await store.send('traces', spans([child]))
  await store.send('logs', logs([exceptionRecord({ traceId, spanId: child.spanId!, digest })]))
  const trace = (await store.ask<TraceAnswer>(`/api/traces/${traceId.toUpperCase()}`)).body
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
  const detail = (await store.ask<SpanAnswer>(`/api/traces/${traceId}/spans/${child.spanId}`)).body
  expect(detail).toMatchObject({
    name: 'POST /pay',
    status: 'error',
    statusMessage: 'refused',
    resource: { 'service.name': 'orders-web' },
    events: [{ name: 'retry', attributes: { times: '2' } }],
    links: [{ traceId: link.traceId, attributes: { why: 'queued' } }],
    peers: { count: 2, p50Ns: 40_000_000 },
  })
  expect(detail.peers.histogram.reduce((sum, bar) => sum + bar.count, 0)).toBe(2)
})

function vital(value: number, rating: string): LogRecord {
  return {
    eventName: 'browser.web_vital',
    attributes: [
      ...keyValues({
        'browser.web_vital.name': 'LCP',
        'browser.web_vital.rating': rating,
        'http.route': '/',
      }),
      { key: 'browser.web_vital.value', value: { doubleValue: value } },
    ],
  }
}

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
  await store.send(
    'logs',
    logs(
      [vital(1000, 'good'), vital(2000, 'good'), vital(3000, 'needs-improvement'), vital(9000, 'poor')],
      source,
    ),
  )
  await store.send('logs', exception({ ...source, message: 'Crash', attributes: { 'session.id': 's1' } }))
  await store.send(
    'logs',
    exception({ ...source, message: 'Handled', severity: 13, attributes: { 'session.id': 's2' } }),
  )

  const ask = async <Body>(path: string): Promise<Body> =>
    (await store.ask<Body>(`${path}service=figures-web`)).body
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
  expect(vitals).toMatchObject([{ route: '/', name: 'LCP', count: 4, good: 2, poor: 1 }])
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

test('a subscriber of /api/live receives a new occurrence', async () => {
  const answer = await fetch(`${store.url}/api/live`)
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  const digest = newDigest()
  await store.send('logs', exception({ digest, message: 'Live' }))
  let text = ''
  while (!text.includes(digest)) text += (await reader.read()).value ?? ''
  expect(text).toContain('event: exception\ndata: {')
  await reader.cancel()
})
