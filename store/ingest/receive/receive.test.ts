// Requests at the OTLP port: what is stored of them, and what they are answered.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { IssueAnswer } from '../../../contract/issues.ts'
import type { StatusAnswer } from '../../../contract/status.ts'
import type { TraceAnswer } from '../../../contract/traces.ts'
import { readEvent } from '../../testing/issues.ts'
import {
  exception,
  exceptionRecord,
  keyValues,
  logs,
  newDigest,
  newTraceId,
  span,
  spans,
} from '../../testing/otlp.ts'
import { sharedStore } from '../../testing/suite.ts'

const store = sharedStore()

async function rows(): Promise<StatusAnswer['rows']> {
  return (await store.status()).rows
}

test('an occurrence can be read at once, with everything that the page sent', async () => {
  const digest = newDigest()
  const traceId = newTraceId()
  const attributes = {
    'errata.cause': JSON.stringify([
      { type: 'RangeError', message: 'too far', stacktrace: 'at reach (https://orders.example/a.js:1:2)' },
    ]),
    'errata.breadcrumbs': JSON.stringify([{ at: 1_795_000_000_000, kind: 'click', text: 'Pay' }]),
    'errata.react.component_stack': '    at Basket',
    'http.route': '/basket',
    'basket.size': '3',
  }
  const sent = await store.trySend('logs', exception({ digest, traceId, attributes }))
  expect([sent.status, sent.body]).toEqual([200, {}])
  expect(await readEvent(store, digest)).toMatchObject({
    digest,
    traceId,
    service: 'orders-web',
    release: '4.1.0',
    environment: 'production',
    type: 'OrderError',
    message: 'The order has no lines',
    severity: 17,
    mechanism: 'window.error',
    url: 'https://orders.example/basket',
    userId: 'user-1',
    sessionId: 'session-1',
    browser: 'Chrome 156',
    os: 'Linux',
    componentStack: '    at Basket',
    causes: [{ type: 'RangeError', message: 'too far', frames: [{ function: 'reach', line: 1, column: 2 }] }],
    breadcrumbs: [{ kind: 'click', text: 'Pay' }],
    frames: [{ function: 'sumLines', line: 1, column: 200, inApp: true }, { function: 'showBasket' }],
    attributes: { 'basket.size': '3' },
  })
})

test('the same body twice counts once, also when both arrive together', async () => {
  const digest = newDigest()
  const body = exception({ digest, message: 'Sent twice', stacktrace: '' })
  const before = await rows()
  const answers = await Promise.all([store.trySend('logs', body), store.trySend('logs', body)])
  answers.push(await store.trySend('logs', body))
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
  expect((await rows()).logs - before.logs).toBe(1)
  const { issueId } = await readEvent(store, digest)
  expect((await store.read<IssueAnswer>(`/api/issues/${issueId}`)).issue.count).toBe(1)
})

test('an occurrence that arrives again in another request counts once', async () => {
  const record = exceptionRecord({ message: 'Beaconed and spooled', at: Date.now() })
  const before = await rows()
  await store.send('logs', logs([record]))
  await store.send('logs', logs([record, exceptionRecord({ message: 'Another one' })]))
  expect((await rows()).exceptions - before.exceptions).toBe(2)
})

test('gzip and protobuf are accepted, and a trace in both is complete', async () => {
  const traceId = newTraceId()
  const zipped = gzipSync(JSON.stringify(spans([span({ traceId })])))
  await store.send('traces', zipped, { 'content-encoding': 'gzip' })
  const body = await store.read<TraceAnswer>(`/api/traces/${traceId}`)
  expect(body).toMatchObject({
    totalSpans: 1,
    durationNs: 40_000_000,
    spans: [{ name: 'page.load', kind: 'internal', parentSpanId: null }],
  })

  // ExportTraceServiceRequest of one span with trace id 1111…, span id 2222… and name "p", written by hand.
  const ids = [
    0x0a,
    16,
    ...Array<number>(16).fill(0x11),
    0x12,
    8,
    ...Array<number>(8).fill(0x22),
    0x2a,
    1,
    0x70,
  ]
  const message = [ids, ids.length + 2, ids.length + 4]
  const protobuf = Uint8Array.from([
    0x0a,
    Number(message[2]),
    0x12,
    Number(message[1]),
    0x12,
    ids.length,
    ...ids,
  ])
  const answer = await store.trySend('traces', protobuf, { 'content-type': 'application/x-protobuf' })
  expect([answer.status, answer.headers.get('content-type'), answer.body]).toEqual([
    200,
    'application/x-protobuf',
    '',
  ])
  expect((await store.read<TraceAnswer>(`/api/traces/${'11'.repeat(16)}`)).spans).toMatchObject([
    { spanId: '22'.repeat(8), name: 'p' },
  ])
})

test('exceptions are read from span events and span attributes, and each has a digest', async () => {
  const traceId = newTraceId()
  const attributes = { 'exception.type': 'StockError', 'exception.message': 'none left' }
  const withEvent = {
    ...span({ traceId, error: true }),
    events: [{ name: 'exception', attributes: keyValues(attributes) }],
  }
  const withAttributes = span({
    traceId,
    name: 'exception',
    attributes: { ...attributes, 'exception.type': 'OtherError' },
  })
  const request = spans([withEvent, withAttributes])
  await store.send('traces', request)
  const body = await store.read<TraceAnswer>(`/api/traces/${traceId}`)
  expect(body.exceptions.map(({ type }) => type).sort()).toEqual(['OtherError', 'StockError'])
  expect(body.spans.map(({ exceptions }) => exceptions)).toEqual([1, 1])
  for (const { digest, type } of body.exceptions) {
    expect(digest).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
    expect((await readEvent(store, digest)).type).toBe(type)
  }
})

test('an exception of nested spans is one occurrence, and each of several attempts has its own', async () => {
  const [traceId, at] = [newTraceId(), Date.now() - 1_000]
  const exception = { 'exception.type': 'PassedError', 'exception.message': 'none left' }
  const record = (name: string, from: number, milliseconds: number) => ({
    ...span({ traceId, name, at: at + from, milliseconds, error: true }),
    events: [{ name: 'exception', attributes: keyValues(exception) }],
  })
  // As the scopes of instrumentations order them: the span of the server first.
  const server = record('GET /', 0, 100)
  const nested = [
    record('router', 10, 80),
    span({ traceId, at: at + 15, milliseconds: 70 }),
    record('handler', 20, 60),
  ]
  const attempts = [record('attempt', 200, 10), record('attempt', 220, 10), record('attempt', 240, 10)]
  // The end of a span in JavaScript is up to 1 ms early.
  const middleware = record('middleware', 300, 10)
  const late = record('late handler', 305, 6)
  await store.send('traces', spans([server, ...nested, ...attempts, middleware, late]))
  const body = await store.read<TraceAnswer>(`/api/traces/${traceId}`)
  const expected = new Set([server, ...attempts, middleware].map(({ spanId }) => spanId))
  expect(body.exceptions).toHaveLength(expected.size)
  expect(new Set(body.exceptions.map(({ spanId }) => spanId))).toEqual(expected)
})

test('a log record of a rejection with undefined is an exception; a line of text is not', async () => {
  const before = await rows()
  await store.send(
    'logs',
    logs([
      { eventName: 'exception', severityNumber: 17 },
      { body: { stringValue: 'just a line' }, attributes: keyValues({ 'errata.fingerprint': 'forged' }) },
    ]),
  )
  const after = await rows()
  expect([after.logs - before.logs, after.exceptions - before.exceptions]).toEqual([2, 1])
})

test('empty requests are accepted, and metrics are counted', async () => {
  const before = (await store.status()).metricsReceived
  const answers = [
    await store.trySend('logs', ''),
    await store.trySend('traces', {}),
    await store.trySend('logs', { resourceLogs: [] }),
  ]
  const metrics = {
    resourceMetrics: [
      {
        scopeMetrics: [
          { metrics: [{ name: 'm', sum: { dataPoints: [{}, {}] } }, { gauge: { dataPoints: [{}] } }] },
        ],
      },
    ],
  }
  answers.push(await store.trySend('metrics', metrics))
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200])
  expect((await store.status()).metricsReceived - before).toBe(3)
})

test('an invalid body is 400; valid ones that arrive together with it are stored', async () => {
  const invalid = [
    '{"resourceLogs":',
    '[]',
    '"text"',
    '{"resourceLogs":5}',
    '{"resourceLogs":[{"scopeLogs":7}]}',
  ]
  const before = (await store.status()).refused
  const digest = newDigest()
  const [valid, ...answers] = await Promise.all([
    store.trySend('logs', exception({ digest })),
    ...invalid.map((body) => store.trySend('logs', body)),
  ])
  expect(valid.status).toBe(200)
  expect(answers.map((answer) => answer.status)).toEqual(invalid.map(() => 400))
  expect(
    (await store.trySend('traces', Uint8Array.of(0x0a, 0xff), { 'content-type': 'application/x-protobuf' }))
      .status,
  ).toBe(400)
  expect((await store.trySend('logs', 'x', { 'content-encoding': 'gzip' })).status).toBe(400)
  expect((await store.status()).refused - before).toBe(invalid.length + 2)
  expect(readdirSync(join(store.folder, 'store', 'refused')).length).toBeGreaterThan(invalid.length)
  await readEvent(store, digest)
})

test('unusual values do not prevent the insert of a batch', async () => {
  const digest = newDigest()
  const record = exceptionRecord({
    digest,
    message: 'lone \ud800 half and \0 nothing',
    type: 'x'.repeat(5_000),
  })
  const deep = `${'{"arrayValue":{"values":['.repeat(20_000)}{"stringValue":"end"}${']}}'.repeat(20_000)}`
  const strange: unknown[] = [
    { key: 'not a number', value: { doubleValue: 'NaN' } },
    { key: 'far', value: { doubleValue: '-Infinity' } },
    { key: 'big', value: { intValue: '9223372036854775807' } },
    { key: '__proto__', value: { stringValue: 'polluted' } },
    {
      key: 'list',
      value: {
        arrayValue: {
          values: [{ intValue: 1 }, { kvlistValue: { values: [{ key: 'k', value: { boolValue: true } }] } }],
        },
      },
    },
    { key: 'huge', value: { stringValue: 'y'.repeat(3_000_000) } },
    { value: {} },
    null,
  ]
  record.attributes!.push(...(strange as NonNullable<typeof record.attributes>))
  const body = JSON.stringify(logs([record])).replace('{"doubleValue":"NaN"}', deep)
  await store.send('logs', body)
  const event = await readEvent(store, digest)
  expect(event.message).toBe('lone \ufffd half and \ufffd nothing')
  expect(event.type.length).toBeLessThanOrEqual(5_000)
  expect(event.attributes).toMatchObject({
    far: '-Infinity',
    big: '9223372036854775807',
    list: '[1,{"k":true}]',
  })
  expect(event.attributes['huge']!.length).toBeLessThan(100_000)
  const absurd = {
    ...span(),
    startTimeUnixNano: '1',
    endTimeUnixNano: '99999999999999999999',
    kind: 77,
    status: { code: 9 },
  }
  await store.send('traces', spans([absurd]))
})

test('an unknown path is 404, a wrong method 405, and a stop ends with exit code 0', async () => {
  expect((await store.ask('/v1/nothing', { method: 'POST' })).status).toBe(404)
  const wrong = await store.ask<{ title: string }>('/v1/logs')
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST'])
  expect(await store.ask('/health')).toMatchObject({ status: 200, body: { status: 'ok' } })
})
