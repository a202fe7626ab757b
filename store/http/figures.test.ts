// The figures of the API, compared with SQL over the spans, exceptions and records that are stored.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomInt } from 'node:crypto'
import type { Engine } from '../database/engine/engine.ts'
import { openTestEngine } from '../testing/engine.ts'
import {
  exception,
  exceptionRecord,
  logs,
  newSpanId,
  newTraceId,
  span,
  spans,
  vitalRecord,
} from '../testing/otlp.ts'
import { TestStore } from '../testing/store.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const now = Date.now()
const ENDPOINTS = ['GET /cart', 'POST /pay', 'GET /books']

/** Spans, exceptions and vitals of a day. The servers' spans arrive last and often end last. */
async function sendDay(store: TestStore): Promise<void> {
  for (let round = 0; round < 120; round++) {
    const at = now - Math.floor((round * 26 * HOUR) / 120) - randomInt(1, 10 * MINUTE)
    const [traceId, rootId, callId] = [newTraceId(), newSpanId(), newSpanId()]
    const attributes = { 'user.id': `user-${round % 17}`, 'session.id': `session-${round % 40}` }
    const source = {
      release: round % 3 === 0 ? '2.0.0' : '1.0.0',
      environment: round % 5 ? 'production' : 'test',
    }
    const page = [
      span({ traceId, spanId: rootId, name: 'page.load', at, milliseconds: randomInt(5, 900), attributes }),
      span({
        traceId,
        spanId: callId,
        parentSpanId: rootId,
        name: ENDPOINTS[round % 3]!,
        at: at + randomInt(0, 30),
        milliseconds: randomInt(5, 2_000),
        attributes,
      }),
    ]
    await store.send('traces', spans(page, { ...source, service: 'shop' }))
    const served = span({
      traceId,
      parentSpanId: callId,
      name: 'serve',
      at: at + randomInt(10, 4_000),
      milliseconds: randomInt(1, 3_000),
      error: round % 7 === 0,
    })
    await store.send('traces', spans([served], { ...source, service: 'shop-api' }))
    if (round % 4 === 0) {
      const type = `Error${round % 6}`
      const thrown = { at, traceId, spanId: callId, type, message: type, attributes, service: 'shop' }
      await store.send('logs', exception({ ...source, ...thrown }))
    }
    const vitals = [100, 3_000].map((value) => vitalRecord({ value, at, route: `/${round % 4}` }))
    await store.send('logs', logs(vitals, { ...source, service: 'shop' }))
  }
  const alone = exceptionRecord({ at: now - 90_000, type: 'Alone', message: 'alone' })
  await store.send('logs', logs([alone], { service: 'admin' }))
}

/** Within hours and minutes, so that no row of an hour fits. */
const RANGES: Record<string, [from: number, to: number]> = {
  'the last hour': [now - HOUR, now],
  'a day': [now - 24 * HOUR + 17_311, now],
  'two hours before': [now - 3 * HOUR - 1_234, now - HOUR + 777],
}

/** Traces of which a span started in the range, with their start and duration in nanoseconds. */
const TRACES = `(SELECT TraceId, min(toUnixTimestamp64Nano(Timestamp)) AS start,
    max(toUnixTimestamp64Nano(Timestamp) + Duration) - start AS duration,
    countIf(StatusCode = 'Error') > 0 OR TraceId IN (SELECT TraceId FROM exceptions) AS failed
  FROM otel_traces WHERE TraceId IN (SELECT TraceId FROM otel_traces WHERE IN_RANGE) GROUP BY TraceId)`

type Figure = { name: string; path: string; read: (body: never) => unknown; sql: string }

type Body = Record<string, unknown> & Record<string, { length: number }>
const facet =
  (name: string) => (body: { facets: { name: string; values: { value: string; count: number }[] }[] }) =>
    body.facets.find((item) => item.name === name)!.values.map(({ value, count }) => [value, count])

/** SQL: one column of one row, or an array. */
const FIGURES: Figure[] = [
  ...['', '&service=shop-api', '&operation=POST /pay', '&environment=test&release=2.0.0'].flatMap((query) => {
    const of = query
      .replace('&service=shop-api', ` AND ServiceName = 'shop-api'`)
      .replace('&operation=POST /pay', ` AND SpanName = 'POST /pay'`)
      .replace('&environment=test&release=2.0.0', ` AND Environment = 'test' AND Release = '2.0.0'`)
    const traces = TRACES.replace('IN_RANGE', `IN_RANGE${of}`)
    return [
      ['count', 'count()'],
      ['total', 'count()'],
      ['errors', 'countIf(failed)'],
      ['p50Ns', 'quantileExact(0.5)(duration)'],
      ['p95Ns', 'quantileExact(0.95)(duration)'],
    ].map(([field, expression]) => ({
      name: `heatmap ${query} ${field}`,
      path: `/api/traces/heatmap?${query}`,
      read: (body: Body) => body[field!],
      sql: `SELECT ${expression} AS value FROM ${traces}`,
    }))
  }),
  {
    name: 'heatmap, traces of a second or more',
    path: '/api/traces/heatmap?minDurationNs=1000000000',
    read: (body: Body) => body['total'],
    sql: `SELECT count() AS value FROM ${TRACES} WHERE duration >= 1000000000`,
  },
  {
    name: 'heatmap, cells of a second or more',
    path: '/api/traces/heatmap?',
    read: ({ cells, durationsNs }: { cells: { row: number; count: number }[]; durationsNs: number[] }) =>
      cells.filter(({ row }) => durationsNs[row - 1]! >= 1e9).reduce((sum, { count }) => sum + count, 0),
    sql: `SELECT count() AS value FROM ${TRACES} WHERE duration >= 1000000000`,
  },
  {
    name: 'list of traces, newest: durations',
    path: '/api/traces?limit=100&minDurationNs=2000000000',
    read: ({ traces }: { traces: { durationNs: number }[] }) =>
      traces.map(({ durationNs }) => durationNs).toSorted((a, b) => a - b),
    sql: `SELECT arraySort(groupArray(duration)) AS value FROM ${TRACES} WHERE duration >= 2000000000`,
  },
  {
    name: 'list of traces, slowest first: durations',
    path: '/api/traces?limit=100&sort=duration&status=error',
    read: ({ traces }: { traces: { durationNs: number }[] }) => traces.map(({ durationNs }) => durationNs),
    sql: `SELECT arrayReverseSort(groupArray(duration)) AS value FROM ${TRACES.replace(
      'IN_RANGE',
      `IN_RANGE AND (StatusCode = 'Error' OR TraceId IN (SELECT TraceId FROM exceptions WHERE IN_RANGE))`,
    )}`,
  },
  {
    name: 'list of traces: the time of the root span',
    path: '/api/traces?limit=100',
    read: ({ traces }: { traces: { rootDurationNs: number }[] }) =>
      traces.map(({ rootDurationNs }) => rootDurationNs).toSorted((a, b) => a - b),
    sql: `SELECT arraySort(groupArray(100)(Duration)) AS value FROM (SELECT Duration FROM otel_traces
      WHERE ParentSpanId = '' AND TraceId IN (SELECT TraceId FROM otel_traces WHERE IN_RANGE GROUP BY TraceId
        ORDER BY max(Timestamp) DESC LIMIT 100))`,
  },
  {
    name: 'facets of traces, total',
    path: '/api/facets?of=traces',
    read: (body: Body) => body['total'],
    sql: `SELECT count() AS value FROM ${TRACES}`,
  },
  ...[
    ['operation', 'SpanName'],
    ['release', 'Release'],
    ['service', 'ServiceName'],
  ].map(([name, column]) => ({
    name: `facets of traces, ${name}`,
    path: '/api/facets?of=traces',
    read: facet(name!),
    sql: `SELECT arraySort(pair -> (-pair.2, pair.1), groupArray((v, c))) AS value FROM (
      SELECT toString(${column}) AS v, uniqExact(TraceId) AS c FROM otel_traces WHERE IN_RANGE GROUP BY v)`,
  })),
  ...[
    ['count', 'count()'],
    ['errors', `countIf(StatusCode = 'Error')`],
    ['timeNs', 'sum(Duration)'],
  ].map(([field, expression]) => ({
    name: `operation serve, ${field}`,
    path: '/api/operations?operation=serve',
    read: ({ operations }: { operations: Record<string, unknown>[] }) => operations[0]?.[field!],
    sql: `SELECT ${expression} AS value FROM otel_traces WHERE SpanName = 'serve' AND IN_RANGE`,
  })),
  {
    name: 'operation serve, totals with the base',
    path: '/api/operations?operation=serve&base=true',
    read: ({ totals }: { totals: { count: number } }) => totals.count,
    sql: `SELECT count() AS value FROM otel_traces WHERE SpanName = 'serve' AND IN_RANGE`,
  },
  {
    name: 'operation serve, sum of its trend',
    path: '/api/operations?operation=serve&trend=true',
    read: ({ operations }: { operations: { trend: { count: number }[] }[] }) =>
      operations[0]!.trend.reduce((sum, { count }) => sum + count, 0),
    sql: `SELECT count() AS value FROM otel_traces WHERE SpanName = 'serve' AND IN_RANGE`,
  },
  {
    name: 'heatmap of calls',
    path: '/api/traces/heatmap?of=spans&service=shop-api&operation=serve',
    read: ({ count, errors, p95Ns }: Body) => [count, errors, p95Ns],
    sql: `SELECT [count(), countIf(StatusCode = 'Error'), quantileExact(0.95)(Duration)] AS value
      FROM otel_traces WHERE SpanName = 'serve' AND IN_RANGE`,
  },
  {
    name: 'calls with an error',
    path: '/api/operations/calls?service=shop-api&operation=serve&status=error&limit=100',
    read: ({ calls }: Body) => calls!.length,
    sql: `SELECT count() AS value FROM otel_traces
      WHERE SpanName = 'serve' AND StatusCode = 'Error' AND IN_RANGE`,
  },
  {
    name: 'slow calls, slowest first',
    path: '/api/operations/calls?service=shop-api&minDurationNs=1000000000&sort=duration&limit=100',
    read: ({ calls }: { calls: { durationNs: number }[] }) => calls.map(({ durationNs }) => durationNs),
    sql: `SELECT arrayReverseSort(groupArray(Duration)) AS value FROM otel_traces
      WHERE ServiceName = 'shop-api' AND Duration >= 1000000000 AND IN_RANGE`,
  },
  {
    name: 'vitals of all routes',
    path: '/api/vitals?trend=true',
    read: ({ totals }: { totals: Record<string, number>[] }) => [totals[0]!['count'], totals[0]!['good']],
    sql: `SELECT [count(), countIf(LogAttributes['browser.web_vital.rating'] = 'good')] AS value
      FROM otel_logs WHERE EventName = 'browser.web_vital' AND IN_RANGE`,
  },
  {
    name: 'vitals, sum of the trend and of the routes',
    path: '/api/vitals?trend=true',
    read: ({ trend, vitals }: Record<'trend' | 'vitals', { count: number }[]>) =>
      [trend, vitals].map((list) => list.reduce((sum, { count }) => sum + count, 0)),
    sql: `SELECT [count(), count()] AS value
      FROM otel_logs WHERE EventName = 'browser.web_vital' AND IN_RANGE`,
  },
  {
    name: 'issues: events, users, sessions',
    path: '/api/issues?limit=100',
    read: ({ issues }: { issues: Record<string, unknown>[] }) =>
      issues
        .map(({ type, count, users, sessions }) => [type, count, users, sessions])
        .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    sql: `SELECT arraySort(groupArray((t, c, u, s))) AS value FROM (SELECT Type AS t, count() AS c,
      uniqExact(UserId) AS u, uniqExact(SessionId) AS s FROM exceptions WHERE IN_RANGE GROUP BY IssueId, t)`,
  },
  {
    name: 'issues: sums of the trends',
    path: '/api/issues?limit=100',
    read: ({ issues }: { issues: { trend: { count: number }[] }[] }) =>
      issues.flatMap(({ trend }) => trend).reduce((sum, { count }) => sum + count, 0),
    sql: `SELECT count() AS value FROM exceptions WHERE IN_RANGE`,
  },
  {
    name: 'trend: events, users, sum of the bars',
    path: '/api/trend?',
    read: ({ events, users, buckets }: Body & { buckets: { count: number }[] }) => [
      events,
      users,
      buckets.reduce((sum, { count }) => sum + count, 0),
    ],
    sql: `SELECT [count(), uniqExact(UserId), count()] AS value FROM exceptions WHERE IN_RANGE`,
  },
  {
    name: 'facets of issues',
    path: '/api/facets?of=issues',
    read: facet('type'),
    sql: `SELECT arraySort(pair -> (-pair.2, pair.1), groupArray((t, c))) AS value
      FROM (SELECT toString(Type) AS t, count() AS c FROM exceptions WHERE IN_RANGE GROUP BY t)`,
  },
]

const store = new TestStore()
const answers = new Map<string, unknown>()
let engine: Engine

const instant = (at: number): string => new Date(at).toISOString()

beforeAll(async () => {
  await store.start()
  await sendDay(store)
  for (const { path } of FIGURES)
    for (const [range, [from, to]] of Object.entries(RANGES))
      answers.set(`${range} ${path}`, await store.read(`${path}&from=${instant(from)}&to=${instant(to)}`))
  await store.end()
  engine = await openTestEngine(store.folder, 30)
})
afterAll(async () => {
  await engine?.close()
  await store.stop()
})

describe.each(Object.entries(RANGES))('in %s', (range, [from, to]) => {
  test.each(FIGURES)('$name', async ({ path, read, sql }) => {
    const inRange = `(Timestamp >= fromUnixTimestamp64Milli(toInt64(${from}))
      AND Timestamp < fromUnixTimestamp64Milli(toInt64(${to})))`
    const [row] = await engine.query<{ value: unknown }>(sql.replaceAll('IN_RANGE', inRange), {})
    expect(read(answers.get(`${range} ${path}`) as never)).toEqual(row!.value)
  })
})
