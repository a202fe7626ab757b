// Envelopes of Sentry's SDKs, as they arrive at the collector.
import { gzipSync, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { eventually, startTestRelay } from '../../testing/relay-fixture.ts'
import {
  EVENT,
  EVENT_ID,
  PAGE_HEADERS,
  SENTRY_KEY,
  envelope,
  sendEnvelope,
  type SendOptions,
} from '../../testing/sentry-envelope.ts'

const relay = await startTestRelay({
  PASSWORD: 'open sesame',
  SENTRY_PROJECTS: '42:shop-web',
  ALLOWED_ORIGINS: 'https://shop.example',
})

const send = (body: string | Buffer, options?: SendOptions) => sendEnvelope(relay.url, body, options)

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
  expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE_HEADERS.origin)
  expect(await logged('no total')).toMatchObject({
    type: 'TypeError',
    service: 'shop-web',
    release: 'shop-web@4.2.0',
    environment: 'staging',
    mechanism: 'window.error',
  })
})

test('/monitoring is a tunnel: the project and the key are in the DSN of the envelope', async () => {
  const dsn = `https://${SENTRY_KEY}@errata.example/42`
  const event = { ...EVENT, exception: { values: [{ type: 'RangeError', value: 'in a tunnel' }] } }
  const answer = await send(envelope({ dsn }, [{ type: 'event' }, event]), { path: '/monitoring' })
  expect([answer.status, await answer.json()]).toEqual([200, { id: EVENT_ID }])
  expect(await logged('in a tunnel')).toMatchObject({ type: 'RangeError', service: 'shop-web' })
})

test.each(['application/json', 'application/octet-stream', ''])(
  'a tunnel takes an envelope of the content type "%s"',
  async (type) => {
    const dsn = `https://${SENTRY_KEY}@errata.example/42`
    const message = `as ${type}`
    const event = { ...EVENT, exception: { values: [{ type: 'RangeError', value: message }] } }
    const headers = { 'content-type': type }
    const answer = await send(envelope({ dsn }, [{ type: 'event' }, event]), { path: '/monitoring', headers })
    expect([answer.status, await answer.json()]).toEqual([200, { id: EVENT_ID }])
    await logged(message)
  },
)

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

test('of the user only the id is kept, also of spans and logs', async () => {
  const user = { id: 'u-7', email: 'ann@mail.example', username: 'Ann Smith', ip_address: '203.0.113.77' }
  const sent = { ...user, name: user.username, 'geo.city': 'Vienna' }
  const attributes = Object.fromEntries(
    Object.entries(sent).map(([key, value]) => [`user.${key}`, { value, type: 'string' }]),
  )
  const [trace_id, span_id] = ['ab'.repeat(16), 'cd'.repeat(8)]
  const [start_timestamp, end_timestamp] = [EVENT.timestamp - 1, EVENT.timestamp]
  const span = { trace_id, span_id, name: 'load', start_timestamp, end_timestamp, attributes }
  const log = { timestamp: EVENT.timestamp, trace_id, level: 'info', body: 'of a person', attributes }
  const exception = { values: [{ type: 'Error', value: 'of a person' }] }
  const body = envelope(
    {},
    [{ type: 'event' }, { ...EVENT, exception, user }],
    [{ type: 'span' }, { items: [span] }],
    [{ type: 'log' }, { items: [log] }],
  )
  relay.collector.clear()
  expect((await send(body)).status).toBe(200)
  await eventually(() => {
    const { spans, logRecords } = relay.collector
    expect([spans.length, logRecords.length]).toEqual([1, 2])
  })
  const items = [...relay.collector.spans, ...relay.collector.logRecords]
  const keys = items.map(({ attributes: kept = [] }) =>
    kept.map(({ key }) => key).filter((key) => key?.startsWith('user.')),
  )
  expect(keys).toEqual([['user.id'], ['user.id'], ['user.id']])
  expect(JSON.stringify(items)).not.toMatch(/ann@|Ann|203\.0|Vienna/)
})

test('the console, and nobody else, learns the names of projects and what was left out', async () => {
  const { url } = await startTestRelay({
    PASSWORD: 'open sesame',
    API_TOKENS: 'token-one',
    SENTRY_PROJECTS: '1:shop-web,2:admin',
    SENTRY_KEYS: SENTRY_KEY,
  })
  const path = `/api/1/envelope/?sentry_key=${SENTRY_KEY}`
  const body = envelope(
    {},
    [{ type: 'event' }, EVENT],
    [{ type: 'attachment', length: 2 }, 'hi'],
    [{ type: 'profile' }, {}],
    [{ type: 'log' }, '{"not json'],
    [{ type: 'hologram' }, {}],
  )
  for (let count = 0; count < 2; count++)
    expect((await fetch(url + path, { method: 'POST', body })).status).toBe(200)
  const health = async (headers: Record<string, string> = {}) =>
    (await (await fetch(`${url}/health`, { headers })).json()) as Record<string, unknown>
  expect((await health({ authorization: 'Bearer token-one' }))['sentry']).toEqual({
    projects: { 1: 'shop-web', 2: 'admin' },
    keys: [SENTRY_KEY],
    leftOut: { attachment: 2, profile: 2, log: 2, other: 2 },
  })
  expect(Object.keys(await health())).not.toContain('sentry')
})

test.each([
  ['no key', envelope({}, [{ type: 'event' }, EVENT]), { path: '/api/42/envelope/' }, 401],
  ['no envelope', 'hello', {}, 400],
  ['an item without a type', '{}\n{"a":1}\n{}', {}, 400],
  ['a length that is too long', '{}\n{"type":"event","length":99}\n{}', {}, 400],
  ['an unknown encoding', 'x', { headers: { 'content-encoding': 'compress' } }, 415],
  ['a name that every object has', 'x', { headers: { 'content-encoding': 'constructor' } }, 415],
  ['a list in place of an event', '[]', { path: `/api/42/store/?sentry_key=${SENTRY_KEY}` }, 400],
  ['a report without a violation', '{}', { path: `/api/42/security/?sentry_key=${SENTRY_KEY}` }, 400],
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
    headers: { ...PAGE_HEADERS, 'access-control-request-method': 'POST' },
  })
  expect([answer.status, answer.headers.get('access-control-allow-methods')]).toEqual([204, 'POST'])
  expect(answer.headers.get('access-control-allow-headers')).toContain('x-sentry-auth')
})

test('paths of the API beside it keep their login', async () => {
  expect((await fetch(`${relay.url}/api/issues`)).status).toBe(401)
  expect((await fetch(`${relay.url}/api/1/minidump/`, { method: 'POST' })).status).toBe(401)
})

test('what users write becomes a record with the id of its error, without secrets', async () => {
  relay.collector.clear()
  const message = 'I paid with 4111 1111 1111 1111 and password=hunter2. '.padEnd(4_096, '読')
  const contexts = {
    feedback: { message, contact_email: 'ann@shop.example', name: 'Ann', associated_event_id: EVENT_ID },
  }
  const feedback = { event_id: 'fe'.repeat(16), contexts, user: { id: 'u-7', email: 'ann@shop.example' } }
  const { associated_event_id: _, ...general } = contexts.feedback
  const items: [object, object][] = [
    [{ type: 'feedback' }, feedback],
    [{ type: 'feedback' }, { ...feedback, contexts: { feedback: general } }],
    [
      { type: 'user_report' },
      { event_id: EVENT_ID, name: 'Bob', email: 'bob@shop.example', comments: 'Broken' },
    ],
  ]
  expect((await send(envelope({ event_id: feedback.event_id }, ...items))).status).toBe(200)
  const records = relay.collector.logRecords.map(({ eventName, attributes = [] }) => ({
    eventName,
    ...Object.fromEntries(attributes.map(({ key, value }) => [key, value?.stringValue])),
  })) as Record<string, string>[]
  expect(records).toMatchObject([
    {
      eventName: 'user.feedback',
      'errata.feedback.email': 'ann@shop.example',
      'errata.feedback.name': 'Ann',
      'errata.given_digest': EVENT_ID,
      'user.id': 'u-7',
    },
    { 'errata.feedback.name': 'Ann' },
    { 'errata.feedback.text': 'Broken', 'errata.given_digest': EVENT_ID, 'errata.feedback.name': 'Bob' },
  ])
  expect(records[1]).not.toHaveProperty('errata.given_digest')
  const [text = ''] = records.map((record) => record['errata.feedback.text'])
  expect(text).not.toMatch(/4111|hunter2/)
  expect(text).toMatch(/^I paid with .*読{4000}$/)
  expect(new Set(records.map((record) => record['log.record.uid'])).size).toBe(3)
})
