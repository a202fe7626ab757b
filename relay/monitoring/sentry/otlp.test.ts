// OTLP of servers at the path that Sentry names for it.
import { beforeEach, expect, test } from 'vitest'
import { writeTraces } from '../../../otlp/write.ts'
import { logOf, post, startTestRelay, traceOf } from '../../testing/relay-fixture.ts'

const KEY = '0123456789abcdef0123456789abcdef'
const AUTH = { 'x-sentry-auth': `sentry sentry_key=${KEY}` }

const relay = await startTestRelay({ PASSWORD: 'open sesame', SENTRY_KEYS: KEY })
beforeEach(relay.collector.clear)
const url = `${relay.url}/api/42/integration/otlp/v1`

test('traces and logs reach the collector', async () => {
  const protobuf = { ...AUTH, 'content-type': 'application/x-protobuf' }
  const answers = [
    await post(`${url}/traces`, writeTraces(traceOf({ name: 'GET /orders' })), protobuf),
    await post(`${url}/logs/`, logOf({ severityText: 'WARN' }), AUTH),
    await post(`${url}/logs?sentry_key=${KEY}`, logOf({ severityText: 'INFO' })),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(relay.collector.spans.map(({ name }) => name)).toEqual(['GET /orders'])
  expect(relay.collector.logRecords.map(({ severityText }) => severityText)).toEqual(['WARN', 'INFO'])
})

test.each([
  ['no key', '/traces', {}, 401, 'x-sentry-auth'],
  ['a key that may not send', '/traces', { 'x-sentry-auth': 'sentry sentry_key=abc' }, 403, 'SENTRY_KEYS'],
])('%s is refused with a sentence', async (_, path, headers, status, word) => {
  const answer = await post(url + path, traceOf({}), headers)
  expect(answer.status).toBe(status)
  const { code, message } = (await answer.json()) as { code: number; message: string }
  expect([code, message]).toEqual([status === 401 ? 16 : 7, expect.stringContaining(word)])
  expect(relay.collector.spans).toEqual([])
})

test('metrics have no such path', async () => {
  expect((await post(`${url}/metrics`, {}, AUTH)).status).toBe(401)
})
