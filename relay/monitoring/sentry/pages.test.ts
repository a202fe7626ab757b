// What envelopes of pages leave to the relay: routes; and what browsers report by themselves.
import { expect, test } from 'vitest'
import type { LogRecord } from '../../../otlp/otlp-json.ts'
import { eventually, startTestRelay } from '../../testing/relay-fixture.ts'
import { envelope, sendEnvelope, type SendOptions } from '../../testing/sentry-envelope.ts'

const relay = await startTestRelay({ SENTRY_PROJECTS: '42:shop-web', ALLOWED_ORIGINS: '*' })
const send = (body: string, options?: SendOptions) => sendEnvelope(relay.url, body, options)
const now = Date.now() / 1000
let ids = 0

function valueOf({ attributes = [] }: Pick<LogRecord, 'attributes'>, key: string): unknown {
  const value = attributes.find((attribute) => attribute.key === key)?.value ?? {}
  return Object.values(value)[0]
}

/** A span of version 2 with an id of its own. */
function spanItem(name: string, values: Record<string, string | number>): [object, object] {
  const id = String(++ids).padStart(16, 'a')
  const attributes = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value }]))
  const times = { start_timestamp: now - 2, end_timestamp: now - 1 }
  const item = { trace_id: id.repeat(2), span_id: id, name, status: 'ok', ...times, attributes }
  return [
    { type: 'span', item_count: 1 },
    { version: 2, items: [item] },
  ]
}

test('a page load is of the route of its path', async () => {
  const values = { 'sentry.op': 'pageload', 'url.path': '/orders/7/lines', name: 'of a path' }
  await send(envelope({}, spanItem('Pageload', values)))
  await eventually(() => {
    const span = relay.collector.spans.find((item) => valueOf(item, 'name') === 'of a path')
    expect(span && valueOf(span, 'http.route')).toBe('/orders/{id}/lines')
  })
})

test.each([
  ['a path of its own', { 'url.path': '/cart' }, {}, '/cart'],
  ['the name of its segment', { 'sentry.segment.name': '/product/42' }, {}, '/product/{id}'],
  ['the page that sent it', {}, { referer: 'https://shop.example/account?tab=1' }, '/account'],
  ['a page of another site that hides its path', {}, { referer: 'https://shop.example/' }, undefined],
])('a web vital has the route of %s', async (_, values, headers: Record<string, string>, route) => {
  const size = ids + 1
  const vital = { 'sentry.op': 'ui.webvital.lcp', 'browser.web_vital.lcp.value': size, ...values }
  await send(envelope({}, spanItem('Largest contentful paint', vital)), { headers })
  await eventually(() => {
    const record = relay.collector.logRecords.find(
      (item) => Number(valueOf(item, 'browser.web_vital.value')) === size,
    )
    expect(record).toBeDefined()
    expect(valueOf(record!, 'http.route')).toBe(route)
  })
})

test('reports of the Reporting API need no key and have the service of the query', async () => {
  const url = 'https://shop.example/cart'
  const reports = [
    {
      type: 'csp-violation',
      url,
      body: { effectiveDirective: 'img-src', blockedURL: 'http://evil.example' },
    },
    { type: 'crash', url, body: { reason: 'oom' } },
    { type: 'deprecation', url, body: { message: 'unload listeners are deprecated' } },
  ]
  const headers = { 'content-type': 'application/reports+json' }
  const path = '/monitoring/reports?service=shop-reports&release=7'
  expect((await send(JSON.stringify(reports), { path, headers })).status).toBe(200)
  await eventually(() => {
    const exceptions = relay.log().filter(({ service }) => service === 'shop-reports')
    const violation = { type: 'CspViolation', message: 'img-src blocked http://evil.example', release: '7' }
    expect(exceptions).toContainEqual(expect.objectContaining(violation))
    const crash = { type: 'PageCrash', message: 'The page crashed: oom' }
    expect(exceptions).toContainEqual(expect.objectContaining(crash))
    expect(relay.collector.logRecords.map(({ eventName }) => eventName)).toContain('browser.report')
  })
  const answer = await send('{}', { path, headers })
  expect([answer.status, answer.headers.get('x-sentry-error')]).toEqual([400, 'invalid JSON data'])
})
