import { beforeEach, expect, test } from 'vitest'
import type { JsonObject } from '../../otlp/json-object.ts'
import { createWriter } from '../../otlp/write.ts'
import { readCase } from '../testing/scrub-cases.ts'
import { logOf, post, startTestRelay, traceOf } from '../testing/relay-fixture.ts'

const LINK = { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8) }
const TIME = { timeUnixNano: '1795168800000000000' }
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const valueOf = (text: string) => ({ key: 'note', value: { stringValue: text } })
const bytesOf = (text: string) => ({ key: 'note', value: { bytesValue: base64(text) } })
const keyOf = (text: string) => ({ key: text, value: { stringValue: 'x' } })
const resourceSpan = (more: (container: JsonObject) => JsonObject): JsonObject => {
  const { resourceSpans } = traceOf({}) as { resourceSpans: JsonObject[] }
  return { resourceSpans: resourceSpans.map((container) => ({ ...container, ...more(container) })) }
}
const scopeOf = (scope: JsonObject, more: JsonObject = {}) =>
  resourceSpan(({ scopeSpans }) => ({
    scopeSpans: (scopeSpans as JsonObject[]).map((container) => ({ ...container, scope, ...more })),
  }))
const metricOf = (more: JsonObject) => {
  const metric = { name: 'm', gauge: { dataPoints: [{ ...TIME, asDouble: 1 }] }, ...more }
  return { resourceMetrics: [{ resource: {}, scopeMetrics: [{ metrics: [metric] }] }] }
}

/** `scrub.test.ts` has all cases: these show that every place is scrubbed, and only what is a secret. */
const SECRETS = [
  'password=«hunter2»',
  '{"password":"«two words»","user":"anna"}',
  'sent with Bearer «abcdef123456»',
]
const HARMLESS = 'Missing fields: ["email","password"]'

/** A request with the text in one place. */
const PLACES: [
  place: string,
  signal: 'traces' | 'logs' | 'metrics',
  request: (text: string) => JsonObject,
][] = [
  ['the name of a span', 'traces', (name) => traceOf({ name })],
  ['the message of a status', 'traces', (message) => traceOf({ status: { code: 2, message } })],
  ['a value', 'traces', (text) => traceOf({ attributes: [valueOf(text)] })],
  ['a key', 'traces', (text) => traceOf({ attributes: [keyOf(text)] })],
  ['bytes', 'traces', (text) => traceOf({ attributes: [bytesOf(text)] })],
  [
    'a value of an event',
    'traces',
    (text) => traceOf({ events: [{ name: 'e', attributes: [valueOf(text)] }] }),
  ],
  ['a key of a link', 'traces', (text) => traceOf({ links: [{ ...LINK, attributes: [keyOf(text)] }] })],
  ['the name of a scope', 'traces', (name) => scopeOf({ name })],
  ['schemaUrl of a resource', 'traces', (schemaUrl) => resourceSpan(() => ({ schemaUrl }))],
  [
    'a key of a resource',
    'traces',
    (text) => resourceSpan(() => ({ resource: { attributes: [keyOf(text)] } })),
  ],
  ['the body of a log record', 'logs', (stringValue) => logOf({ ...TIME, body: { stringValue } })],
  ['bytes of a body', 'logs', (text) => logOf({ ...TIME, body: { bytesValue: base64(text) } })],
  ['a key in a body', 'logs', (text) => logOf({ ...TIME, body: { kvlistValue: { values: [keyOf(text)] } } })],
  [
    'a list in a body',
    'logs',
    (text) => logOf({ ...TIME, body: { arrayValue: { values: [valueOf(text).value] } } }),
  ],
  ['eventName', 'logs', (eventName) => logOf({ ...TIME, eventName })],
  ['breadcrumbs', 'logs', (text) => logOf({ ...TIME, attributes: [breadcrumbsOf(text)] })],
  [
    'what a user writes',
    'logs',
    (text) => logOf({ ...TIME, eventName: 'user.feedback', attributes: [feedbackOf(text)] }),
  ],
  ['the name of a metric', 'metrics', (name) => metricOf({ name })],
  ['a key of the metadata', 'metrics', (text) => metricOf({ metadata: [keyOf(text)] })],
]

function feedbackOf(text: string) {
  return { key: 'errata.feedback.text', value: { stringValue: text } }
}

function breadcrumbsOf(text: string) {
  const crumbs = JSON.stringify([{ at: 1, kind: 'console', text }])
  return { key: 'errata.breadcrumbs', value: { stringValue: crumbs } }
}

const relay = await startTestRelay()
beforeEach(relay.collector.clear)

/** All that the collector received, with bytes as texts. */
function received(): string {
  const { resources, logRecords, metrics } = relay.collector
  return JSON.stringify([resources, logRecords, metrics], (key, value: unknown) =>
    key === 'bytesValue' ? Buffer.from(value as string, 'base64').toString() : value,
  )
}

test.each(PLACES)('%s loses its secrets and keeps everything else', async (_, signal, request) => {
  const write = createWriter()
  for (const { text, secrets } of SECRETS.map((marked) => readCase(marked))) {
    const { status } = await post(`${relay.url}/monitoring/v1/${signal}`, request(text))
    const binary = { 'content-type': 'application/x-protobuf' }
    const { bytes } = write(signal, request(text))
    expect([status, (await post(`${relay.url}/monitoring/v1/${signal}`, bytes, binary)).status]).toEqual([
      200, 200,
    ])
    const long = secrets.filter((secret) => secret.length > 3)
    expect(long.filter((secret) => received().includes(JSON.stringify(secret).slice(1, -1)))).toEqual([])
    relay.collector.clear()
  }
  await post(`${relay.url}/monitoring/v1/${signal}`, request(HARMLESS))
  const once = JSON.stringify(HARMLESS).slice(1, -1)
  const twice = JSON.stringify(once).slice(1, -1)
  expect(received().includes(once) || received().includes(twice)).toBe(true)
})
