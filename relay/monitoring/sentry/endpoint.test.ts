// Envelopes of Sentry's SDKs, as they arrive at the collector.
import { gzipSync, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { eventually, startTestRelay } from '../../testing/relay-fixture.ts'

const relay = await startTestRelay({
  PASSWORD: 'open sesame',
  SENTRY_PROJECTS: '42:shop-web',
  ALLOWED_ORIGINS: 'https://shop.example',
})

const EVENT_ID = '21b66efc39ed49b6afbb3eed5ee885e9'
const KEY = '0123456789abcdef0123456789abcdef'
const PAGE = { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }

const FRAMES = [
  { function: 'run', filename: 'https://shop.example/app.js', lineno: 1, colno: 5 },
  { function: 'total', filename: 'https://shop.example/app.js', lineno: 2, colno: 7 },
]
const EVENT = {
  event_id: EVENT_ID,
  timestamp: Date.now() / 1000,
  platform: 'javascript',
  level: 'error',
  release: 'shop-web@4.2.0',
  environment: 'staging',
  exception: {
    values: [
      { type: 'Error', value: 'no price', mechanism: { type: 'chained', exception_id: 1, parent_id: 0 } },
      {
        type: 'TypeError',
        value: 'no total',
        stacktrace: { frames: FRAMES },
        mechanism: { type: 'onerror', handled: false, exception_id: 0 },
      },
    ],
  },
}

function envelope(header: object, ...items: [header: object, payload: string | object][]): string {
  const lines = items.flatMap(([item, payload]) => [
    JSON.stringify(item),
    typeof payload === 'string' ? payload : JSON.stringify(payload),
  ])
  return [JSON.stringify(header), ...lines].join('\n')
}

type SendOptions = { path?: string; headers?: Record<string, string> }

function send(
  body: string | Buffer,
  { path = `/api/42/envelope/?sentry_key=${KEY}`, headers = {} }: SendOptions = {},
) {
  return fetch(`${relay.url}${path}`, {
    method: 'POST',
    headers: { ...PAGE, ...headers },
    body: new Uint8Array(Buffer.from(body)),
  })
}

/** The line of the log of an exception with this message. */
function logged(message: string) {
  return eventually(() => {
    const line = relay.log().find((entry) => entry['message'] === message)
    expect(line).toBeDefined()
    return line!
  })
}

test('an event becomes an exception of its service, release and environment', async () => {
  const answer = await send(envelope({ event_id: EVENT_ID }, [{ type: 'event' }, EVENT]))
  expect([answer.status, await answer.json()]).toEqual([200, { id: EVENT_ID }])
  expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE.origin)
  expect(await logged('no total')).toMatchObject({
    type: 'TypeError',
    service: 'shop-web',
    release: 'shop-web@4.2.0',
    environment: 'staging',
    mechanism: 'window.error',
  })
})

test('/monitoring is a tunnel: the project and the key are in the DSN of the envelope', async () => {
  const dsn = `https://${KEY}@errata.example/42`
  const event = { ...EVENT, exception: { values: [{ type: 'RangeError', value: 'in a tunnel' }] } }
  const answer = await send(envelope({ dsn }, [{ type: 'event' }, event]), { path: '/monitoring' })
  expect([answer.status, await answer.json()]).toEqual([200, { id: EVENT_ID }])
  expect(await logged('in a tunnel')).toMatchObject({ type: 'RangeError', service: 'shop-web' })
})

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['', (text: string) => text],
])('the content encoding %s is read', async (encoding, encode) => {
  const message = `encoded as ${encoding || 'nothing'}`
  const event = { ...EVENT, exception: { values: [{ type: 'Error', value: message }] } }
  const body = encode(envelope({}, [{ type: 'event' }, event]))
  expect((await send(body, { headers: { 'content-encoding': encoding } })).status).toBe(200)
  await logged(message)
})

test.each([
  [1_795_499_849.999_999_8, '1795499850000000000'],
  [1_795_499_849.123_456, '1795499849123456000'],
  ['2026-11-24T05:57:29.123456789Z', '1795499849123456789'],
  ['2026-11-24T05:57:29', '1795499849000000000'],
])('the instant %s is exact', async (timestamp, expected) => {
  const message = `at ${timestamp}`
  const event = { ...EVENT, timestamp, exception: { values: [{ type: 'Error', value: message }] } }
  expect((await send(envelope({}, [{ type: 'event' }, event]))).status).toBe(200)
  await eventually(() => {
    const record = relay.collector.logRecords.find(({ attributes = [] }) =>
      attributes.some(({ value }) => value?.stringValue === message),
    )
    expect(String(record?.timeUnixNano)).toBe(expected)
  })
})

test('a message has its parameters', async () => {
  const { exception: _, ...event } = EVENT
  const logentry = { message: 'user %s has %d items', params: ['ann', 3] }
  expect((await send(envelope({}, [{ type: 'event' }, { ...event, logentry }]))).status).toBe(200)
  expect(await logged('user ann has 3 items')).toMatchObject({ mechanism: 'manual' })
})

test('items that are bad, unknown or too large are left out alone', async () => {
  const event = { ...EVENT, exception: { values: [{ type: 'Error', value: 'among others' }] } }
  const body = envelope(
    { event_id: EVENT_ID },
    [{ type: 'hologram' }, 'what is this'],
    [{ type: 'event' }, '{"not json'],
    [{ type: 'attachment', length: 3_000_000 }, 'x'.repeat(3_000_000)],
    [{ type: 'event' }, event],
  )
  expect((await send(body)).status).toBe(200)
  await logged('among others')
})

test.each([
  ['no key', envelope({}, [{ type: 'event' }, EVENT]), { path: '/api/42/envelope/' }, 401],
  ['no envelope', 'hello', {}, 400],
  ['an item without a type', '{}\n{"a":1}\n{}', {}, 400],
  ['a length that is too long', '{}\n{"type":"event","length":99}\n{}', {}, 400],
  ['an unknown encoding', 'x', { headers: { 'content-encoding': 'compress' } }, 415],
  ['a name that every object has', 'x', { headers: { 'content-encoding': 'constructor' } }, 415],
  ['a list in place of an event', '[]', { path: `/api/42/store/?sentry_key=${KEY}` }, 400],
  ['a report without a violation', '{}', { path: `/api/42/security/?sentry_key=${KEY}` }, 400],
  ['a body that is not gzip', 'x', { headers: { 'content-encoding': 'gzip' } }, 400],
] as [string, string, SendOptions, number][])(
  '%s is refused with a sentence',
  async (_, body, options, status) => {
    const answer = await send(body, options)
    expect(answer.status).toBe(status)
    const { detail } = (await answer.json()) as { detail: string }
    expect(detail).not.toBe('')
    expect(answer.headers.get('x-sentry-error')).toBe(detail)
    expect(answer.headers.get('retry-after')).toBeNull()
  },
)

test('what is no envelope is refused at /monitoring as before', async () => {
  const answer = await send('hi', { path: '/monitoring', headers: { 'content-type': 'image/png' } })
  expect(answer.status).toBe(415)
  expect(((await answer.json()) as { message: string }).message).toContain('/connect')
})

test('a page of another site may send after a preflight', async () => {
  const answer = await fetch(`${relay.url}/api/42/envelope/`, {
    method: 'OPTIONS',
    headers: { ...PAGE, 'access-control-request-method': 'POST' },
  })
  expect([answer.status, answer.headers.get('access-control-allow-methods')]).toEqual([204, 'POST'])
  expect(answer.headers.get('access-control-allow-headers')).toContain('x-sentry-auth')
})

test('paths of the API beside it keep their login', async () => {
  expect((await fetch(`${relay.url}/api/issues`)).status).toBe(401)
  expect((await fetch(`${relay.url}/api/1/minidump/`, { method: 'POST' })).status).toBe(401)
})
