// What the endpoint answers to requests, and what reaches the collector.
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { writeLogs, writeTraces } from '../../otlp/write.ts'
import { exceptionOf, logOf, startTestRelay, post, traceOf, eventually } from '../testing/relay-fixture.ts'

const relay = await startTestRelay({ BODY_LIMIT: '64 KiB' })
beforeEach(relay.collector.clear)

const PROTOBUF = { 'content-type': 'application/x-protobuf' }

describe('accepted', () => {
  test('traces, logs and metrics as JSON, recognised by their keys, also in one body', async () => {
    const metric = { name: 'clicks', sum: { dataPoints: [{ asInt: '3', timeUnixNano: '1' }] } }
    const metrics = { resourceMetrics: [{ scopeMetrics: [{ metrics: [metric] }] }] }
    const answer = await post(`${relay.url}/monitoring`, {
      ...traceOf({}),
      ...logOf({ body: { stringValue: 'hello' } }),
      ...metrics,
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(await answer.text()).toBe('{}')
    expect(relay.collector.spans.map(({ name }) => name)).toEqual(['GET /cart'])
    expect(relay.collector.logRecords.map(({ body }) => body)).toEqual([{ stringValue: 'hello' }])
    expect(relay.collector.metrics[0]!.resourceMetrics![0]!.scopeMetrics![0]!.metrics).toEqual([metric])
  })

  test('protobuf: traces at /monitoring, and the signal that the path names below it', async () => {
    const answer = await post(`${relay.url}/monitoring`, writeTraces(traceOf({ name: 'a' })), PROTOBUF)
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'application/x-protobuf',
      '',
    ])
    expect(
      (await post(`${relay.url}/monitoring/v1/logs`, writeLogs(logOf({ severityText: 'b' })), PROTOBUF))
        .status,
    ).toBe(200)
    expect(relay.collector.spans.map(({ name }) => name)).toEqual(['a'])
    expect(relay.collector.logRecords.map(({ severityText }) => severityText)).toEqual(['b'])
  })

  test.each([
    ['gzip', gzipSync(JSON.stringify(traceOf({})))],
    [
      'GZIP',
      Buffer.concat([
        gzipSync('{"resourceSpans":'),
        gzipSync(JSON.stringify(traceOf({})['resourceSpans']) + '}'),
      ]),
    ],
    ['identity', Buffer.from(JSON.stringify(traceOf({})))],
  ])('content encoding %s', async (encoding, body) => {
    expect(
      (await post(`${relay.url}/monitoring/v1/traces`, body, { 'content-encoding': encoding })).status,
    ).toBe(200)
    expect(relay.collector.spans).toHaveLength(1)
  })

  test.each([
    '{}',
    '{"resourceSpans":[]}',
    '{"resourceSpans":[{"scopeSpans":[{"spans":[]}]}]}',
    '{"future":1}',
  ])('a request without items, %s, which is not forwarded to the collector', async (body) => {
    const before = relay.collector.requests
    expect((await post(`${relay.url}/monitoring`, body)).status).toBe(200)
    expect(relay.collector.requests).toBe(before)
  })
})

describe('rejected, with a google.rpc.Status in the encoding of the request', () => {
  const good = JSON.stringify(traceOf({}))
  const cases: [
    what: string,
    path: string,
    body: string | Buffer,
    headers: Record<string, string>,
    status: number,
    code: number,
  ][] = [
    ['JSON cut in the middle', '', good.slice(0, 50), {}, 400, 3],
    ['text after the JSON', '', `${good}x`, {}, 400, 3],
    ['a list', '', '[]', {}, 400, 3],
    ['null', '', 'null', {}, 400, 3],
    ['spans that are not a list', '', '{"resourceSpans":[{"scopeSpans":[{"spans":5}]}]}', {}, 400, 3],
    ['gzip cut in the middle', '', gzipSync(good).subarray(0, 40), { 'content-encoding': 'gzip' }, 400, 3],
    ['a body that is not gzip', '', good, { 'content-encoding': 'gzip' }, 400, 3],
    ['brotli', '', good, { 'content-encoding': 'br' }, 415, 3],
    ['an image', '', good, { 'content-type': 'image/png' }, 415, 3],
    ['text', '', good, { 'content-type': 'text/plain' }, 415, 3],
    ['UTF-16', '', good, { 'content-type': 'application/json; charset=utf-16' }, 415, 3],
    ['an unknown signal', '/v1/profiles', good, {}, 404, 5],
    ['a body too large', '', ' '.repeat(64 * 1024) + good, {}, 413, 3],
    ['a body too large and too deep to be read', '', '{"resourceSpans":['.repeat(8 * 1024), {}, 400, 3],
    [
      'a body too large once unpacked',
      '',
      gzipSync(' '.repeat(64 * 1024) + good),
      { 'content-encoding': 'gzip' },
      413,
      3,
    ],
    ['another site', '', good, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403, 7],
    ['a page with an opaque origin', '', good, { origin: 'null' }, 403, 7],
  ]
  test.each(cases)('%s', async (...[, path, body, headers, status, code]) => {
    const answer = await post(`${relay.url}/monitoring${path}`, body, headers)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('cache-control')).toBeNull()
    const problem = (await answer.json()) as { code: number; message: string }
    expect(problem.code).toBe(code)
    expect(problem.message).toMatch(/^[A-Z"].{15,}\.$/)
    expect('details' in problem).toBe(status === 400)
    expect(relay.collector.spans).toHaveLength(0)
  })

  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])('%s', async (method) => {
    const answer = await fetch(`${relay.url}/monitoring`, { method })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    expect(await answer.json()).toMatchObject({ code: 12 })
  })
})

test('a body that is too large after decompression is refused', async () => {
  const bomb = gzipSync(Buffer.alloc(16 * 1024 * 1024))
  const large = await startTestRelay({ BODY_LIMIT: '1 MiB' })
  const answer = await post(`${large.url}/monitoring`, bomb, { 'content-encoding': 'gzip' })
  expect(answer.status).toBe(413)
})

describe('partial success', () => {
  test('only invalid items are dropped, and they are counted', async () => {
    const answer = await post(
      `${relay.url}/monitoring`,
      traceOf({ name: 'good' }, { spanId: 'xyz' }, { startTimeUnixNano: 'now' }, { name: 'too' }),
    )
    expect(answer.status).toBe(200)
    const { partialSuccess } = (await answer.json()) as {
      partialSuccess: { rejectedSpans: string; errorMessage: string }
    }
    expect(partialSuccess.rejectedSpans).toBe('2')
    expect(partialSuccess.errorMessage).toMatch(/^2 spans rejected: .*spanId.*\(1\), a time .*\(1\)\.$/)
    expect(relay.collector.spans.map(({ name }) => name)).toEqual(['good', 'too'])
    const metrics = await (await fetch(`${relay.url}/metrics`)).text()
    expect(metrics).toMatch(
      /errata_relay_rejected_items_total\{signal="traces",reason="its spanId[^"]*"\} [1-9]/,
    )
  })

  test('in protobuf too', async () => {
    const request = writeTraces(traceOf({ name: 'good' }, { traceId: '' }))
    const bytes = Buffer.from(await (await post(`${relay.url}/monitoring`, request, PROTOBUF)).arrayBuffer())
    expect(bytes.subarray(2, 5).toString('hex')).toBe('080112')
    expect(bytes.toString()).toContain('1 spans rejected')
  })

  test('for log records and data points too, each in its field', async () => {
    const logs = (await (
      await post(`${relay.url}/monitoring`, logOf({}, 5 as never, exceptionOf('A')))
    ).json()) as object
    expect(logs).toMatchObject({ partialSuccess: { rejectedLogRecords: '1' } })
    const points = [{ asInt: '1' }, { asInt: '1', timeUnixNano: 'x' }]
    const metrics = {
      resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'm', gauge: { dataPoints: points } }] }] }],
    }
    expect(await (await post(`${relay.url}/monitoring`, metrics)).json()).toMatchObject({
      partialSuccess: { rejectedDataPoints: '1' },
    })
  })
})

describe('a page of another site', () => {
  test('that is allowed gets CORS headers', async () => {
    const listed = await startTestRelay({ ALLOWED_ORIGINS: 'https://shop.example' })
    const preflight = await fetch(`${listed.url}/monitoring`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://shop.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://shop.example')
    expect(preflight.headers.get('access-control-allow-headers')).toContain('content-type')
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
    const answer = await post(`${listed.url}/monitoring`, traceOf({}), {
      origin: 'https://shop.example',
      'sec-fetch-site': 'cross-site',
    })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([
      200,
      'https://shop.example',
    ])
    expect(answer.headers.get('vary')).toContain('Origin')
  })

  test('that is not allowed gets no CORS headers', async () => {
    const headers = { origin: 'https://shop.example.evil.example', 'access-control-request-method': 'POST' }
    const preflight = await fetch(`${relay.url}/monitoring/v1/traces`, { method: 'OPTIONS', headers })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([403, null])
  })

  test('on this machine may send while the relay listens on the loopback', async () => {
    const answer = await post(`${relay.url}/monitoring`, traceOf({}), {
      origin: 'http://localhost:5173',
      'sec-fetch-site': 'same-site',
    })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([
      200,
      'http://localhost:5173',
    ])
  })
})

test('the log has one line for rejected requests of each status, not one for each request', async () => {
  const quiet = await startTestRelay()
  for (let count = 0; count < 5; count++) await post(`${quiet.url}/monitoring`, '{')
  await post(`${quiet.url}/monitoring`, 'hello', { 'content-type': 'text/plain' })
  await eventually(() => {
    const lines = quiet.log().filter(({ msg }) => msg === 'requests refused')
    expect(lines.map(({ status, times }) => [status, times])).toEqual([
      [400, 1],
      [415, 1],
    ])
  })
})

test('the collector receives neither cookies nor credentials', async () => {
  await post(`${relay.url}/monitoring`, traceOf({}), {
    cookie: 'session=1',
    authorization: 'Bearer secret-token',
  })
  const headers = relay.collector.headers.at(-1)!
  expect(headers).not.toHaveProperty('cookie')
  expect(headers).not.toHaveProperty('authorization')
})
