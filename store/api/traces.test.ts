import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LogRecord } from '../../otlp/otlp-json.ts'
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
} from '../testing/otlp.ts'
import { startStore, type TestStore } from '../testing/store.ts'
import type {
  FacetsAnswer,
  OperationsAnswer,
  Problem,
  ReleasesAnswer,
  ServicesAnswer,
  SpanAnswer,
  TraceAnswer,
  TracesAnswer,
  TrendAnswer,
  VitalsAnswer,
} from './contract.ts'

let store: TestStore
beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())

/** Sends one exception and gives the issue that it became. */ test.each([
  '/api/issues/0123456789abcdef',
  '/api/issues/nothing',
  '/api/issues/nothing/events',
  `/api/traces/${'ab'.repeat(16)}`,
  '/api/nothing',
  `/api/traces/${'ab'.repeat(16)}/spans/${'cd'.repeat(8)}`,
])('%s is 404', async (path) =>
  expect(await store.ask(path)).toMatchObject({ status: 404, body: { status: 404 } }),
)

test.each([
  ['/api/issues?range=2y', 'range'],
  ['/api/issues?from=yesterday', 'from'],
  ['/api/issues?from=2026-11-21T08:00:00Z&to=2026-11-20T08:00:00Z', 'from'],
  ['/api/issues?limit=101', 'limit'],
  ['/api/issues?cursor=abc', 'cursor'],
  ['/api/issues?status=lost', 'status'],
  ['/api/issues?sort=colour', 'sort'],
  ['/api/traces?attribute=novalue', 'attribute'],
  ['/api/traces?minDurationNs=-1', 'minDurationNs'],
  ['/api/traces?q=digest:1', 'q'],
  ['/api/facets?of=colours', 'of'],
  ['/api/traces/short', 'traceId'],
  [`/api/traces/${'ab'.repeat(16)}/spans/x`, 'spanId'],
])('%s is 400 and names %s', async (path, name) => {
  const { status, body } = await store.ask<Problem>(path)
  expect([status, body.detail]).toEqual([400, expect.stringContaining(name)])
})

async function found(query: string): Promise<TracesAnswer> {
  return (await store.ask<TracesAnswer>(`/api/traces?service=traced-web&${query}`)).body
}

test('traces match by one of their spans, newest first, page by page', async () => {
  const source = { service: 'traced-web' }
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
    await store.send('traces', spans([child, root], source))
  }
  const idsOf = async (query: string): Promise<string[]> =>
    (await found(query)).traces.map((trace) => trace.traceId)
  expect(await idsOf('')).toEqual(ids.toReversed())
  expect((await found('limit=1')).traces).toMatchObject([
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
  const first = await found('limit=2')
  const second = await found(`limit=2&cursor=${first.nextCursor}`)
  expect([...first.traces, ...second.traces].map((trace) => trace.traceId)).toEqual(ids.toReversed())
  expect(second.nextCursor).toBeNull()
})

function spanAgo(traceId: string, minutes: number, step: string) {
  return span({ traceId, at: Date.now() - minutes * 60_000, attributes: { step } })
}

test('a trace of many hours is listed once, by its newest span, on one page and over several', async () => {
  const source = { service: 'hours-web', release: '3.2.1' }
  const [long, middle, late, old] = [newTraceId(), newTraceId(), newTraceId(), newTraceId()]
  const list = [
    spanAgo(long, 3_000, 'a'),
    spanAgo(long, 90, 'a'),
    spanAgo(long, 20, 'a'),
    spanAgo(middle, 100, 'a'),
    spanAgo(late, 30, 'b'),
    spanAgo(old, 6_000, 'a'),
  ]
  await store.send('traces', spans(list, source))
  const find = async (query: string) =>
    (await store.ask<TracesAnswer>(`/api/traces?service=hours-web&${query}`)).body
  const idsOf = async (query: string): Promise<string[]> =>
    (await find(query)).traces.map((trace) => trace.traceId)
  expect(await idsOf('')).toEqual([long, late, middle, old])
  expect(await idsOf('attribute=step:a')).toEqual([long, middle, old])
  // Of the resource, and of both.
  expect(await idsOf('attribute=service.version:3.2.1&attribute=step:b')).toEqual([late])
  expect(await idsOf('attribute=step:b&attribute=service.version:3.2.1')).toEqual([late])
  expect(await idsOf('attribute=service.version:3.2.2')).toEqual([])
  const paged: string[] = []
  for (let cursor: string | null = ''; cursor !== null && paged.length < 9;) {
    const page: TracesAnswer = await find(`limit=1&cursor=${cursor}`)
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
  for (const one of trace.spans)
    expect((await store.ask<SpanAnswer>(`/api/traces/${traceId}/spans/${one.spanId}`)).body).toMatchObject(
      one,
    )
})

test('a trace that is read in chunks has every span once and in order, also repeated ones', async () => {
  const traceId = newTraceId()
  const at = Date.now() - 600_000
  // Many start in the same millisecond, also at the boundaries of chunks.
  const list = Array.from({ length: 21_500 }, (_, place) =>
    span({ traceId, at: at + Math.floor(place / 700), name: `step ${place % 9}` }),
  )
  const ids = list.map(({ spanId }) => String(spanId)).toSorted()
  const half = list.length / 2
  for (const sent of [list.slice(0, half), list.slice(half), list.slice(0, 3)]) {
    expect((await store.send('traces', spans(sent, { service: 'long-web' }))).status).toBe(200)
    if (sent[0] === list[0] && sent.length === half) continue
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
    events: [{ name: 'retry', attributes: keyValues({ times: '2' }) }],
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
  })
  expect(trace.spans.map((one) => [one.name, one.parentSpanId, one.exceptions])).toEqual([
    ['checkout', null, 0],
    ['POST /pay', root.spanId, 1],
  ])
  const whole = (await store.ask<SpanAnswer>(`/api/traces/${traceId}/spans/${child.spanId}`)).body
  expect(whole).toMatchObject({
    name: 'POST /pay',
    status: 'error',
    statusMessage: 'refused',
    resource: { 'service.name': 'orders-web' },
    events: [{ name: 'retry', attributes: { times: '2' } }],
    links: [{ traceId: link.traceId, attributes: { why: 'queued' } }],
    peers: { count: 2, p50Ns: 40_000_000 },
  })
  expect(whole.peers.histogram.reduce((sum, bar) => sum + bar.count, 0)).toBe(2)
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
  expect((await ask<ServicesAnswer>('/api/services?')).services.map((one) => one.name)).toContain(
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
