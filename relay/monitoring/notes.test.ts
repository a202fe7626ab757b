// Exceptions on the quick way through JSON: the same bytes and the same log line as on the way that mends.
import { expect, test } from 'vitest'
import type { KeyValue, LogRecord, LogsRequest, TracesRequest } from '../../otlp/otlp-json.ts'
import {
  CLIENT,
  EXCEPTIONS,
  bent,
  mended,
  mendedLogs,
  normal,
  randomFrom,
  requestOf,
  text,
} from './plain.scene.ts'
import { createScrubber } from './scrub.ts'
import { createTranslation } from './translate.ts'

const translate = createTranslation(createScrubber())
const MUTATIONS = 10_000
const SEED = 20_261_122
const THROWN = [
  text('exception.type', 'TypeError'),
  text('exception.message', 'Cannot read "price" of undefined'),
  text(
    'exception.stacktrace',
    'TypeError: no\n    at pay (https://shop.example/a.js:1:2)\n    at \u00c6rlig',
  ),
  text('errata.digest', '7K3M9QXP'),
  text('errata.mechanism', 'window.error'),
]
const RECORD: LogRecord = {
  eventName: 'exception',
  timeUnixNano: '1795168800000000000',
  severityNumber: 21,
  traceId: 'AB'.repeat(16),
  spanId: 'cd'.repeat(8),
  body: { stringValue: 'price of undefined' },
  attributes: [...THROWN, text('url.full', 'https://shop.example/cart')],
}
const LOGS = logsOf(RECORD, { ...RECORD, eventName: 'click', attributes: [text('target', 'buy')] })

test.each<[string, LogsRequest, times: number]>([
  ['an exception among others', LOGS, 1],
  ['one that has its name only', logsOf({ ...RECORD, attributes: [] }), 1],
  ['one that has no name but a type', logsOf({ ...RECORD, eventName: '' }), 1],
  [
    'none, although an attribute says so',
    logsOf({ ...RECORD, attributes: [text('exception', 'exception')], eventName: 'x' }),
    0,
  ],
  [
    'the first of two digests',
    logsOf({ ...RECORD, attributes: [...THROWN, text('errata.digest', 'OTHER')] }),
    1,
  ],
  [
    'attributes that are named like ids',
    logsOf({ ...RECORD, attributes: [text('traceId', 'x'), text('spanId', 'y')] }),
    1,
  ],
  ['no url of its own', logsOf({ ...RECORD, attributes: THROWN }), 1],
  ['no severity', logsOf({ ...without(RECORD, 'severityNumber') }), 1],
  ['neither trace nor span', logsOf({ ...without(without(RECORD, 'traceId'), 'spanId') }), 1],
  [
    'a stack of 64 KiB',
    logsOf({ ...RECORD, attributes: [text('exception.stacktrace', 'x'.repeat(65_536))] }),
    1,
  ],
  ['a body that holds nothing', logsOf({ ...RECORD, body: {} }), 1],
  ['a body of 64 KiB', logsOf({ ...RECORD, body: { stringValue: 'x'.repeat(65_536) } }), 1],
])('a log record with %s', (_, request, times) => {
  const translated = translate(json(request), ['logs'], CLIENT)!
  const expected = mendedLogs(copy(request))
  expect(normal(translated.bytes, 'logs')).toBe(expected.bytes)
  expect(translated.exceptions).toEqual(expected.exceptions)
  expect(translated.exceptions).toHaveLength(times)
})

test('what the log says of an exception in a record comes from the record, and the rest from its resource, wherever that stands', () => {
  const [seen] = translate(json(LOGS), ['traces', 'logs'], CLIENT)!.exceptions
  const { digest, message, service, release, environment, url, traceId, severity } = seen!
  expect({ digest, message, service, release, environment, url, traceId, severity }).toEqual({
    digest: '7K3M9QXP',
    message: 'Cannot read "price" of undefined',
    service: 'shop',
    release: '1.4.2',
    environment: 'staging',
    url: 'https://shop.example/cart',
    traceId: 'AB'.repeat(16),
    severity: 21,
  })
  const [{ resource, scopeLogs }] = LOGS.resourceLogs as [NonNullable<LogsRequest['resourceLogs']>[0]]
  const turned = { resourceLogs: [{ scopeLogs: scopeLogs!, resource: resource! }] }
  expect(translate(json(turned), ['logs'], CLIENT)!.exceptions).toEqual([seen])
})

test.each<[string, LogsRequest]>([
  ['no time at all', logsOf(without(RECORD, 'timeUnixNano'))],
  ['a time of zero', logsOf({ ...RECORD, timeUnixNano: '0' })],
  ['an empty trace id', logsOf({ ...RECORD, traceId: '' })],
  ['a severity beyond the list', logsOf({ ...RECORD, severityNumber: 25 })],
  [
    'a digest that is a number',
    logsOf({ ...RECORD, attributes: [{ key: 'errata.digest', value: { intValue: 7 } }] }),
  ],
  [
    'a secret in its message',
    logsOf({ ...RECORD, attributes: [text('exception.message', 'token=abcdefgh')] }),
  ],
  ['a secret in its body', logsOf({ ...RECORD, body: { stringValue: 'token=abcdefgh' } })],
  [
    'a stack over its bound',
    logsOf({ ...RECORD, attributes: [text('exception.stacktrace', 'x'.repeat(65_537))] }),
  ],
  [
    'a message over its bound',
    logsOf({ ...RECORD, attributes: [text('exception.message', 'x'.repeat(4_097))] }),
  ],
  ['no records', { resourceLogs: [{ scopeLogs: [{ logRecords: [] }] }] }],
])('a log record with %s goes the other way', (_, request) => {
  expect(translate(json(request), ['logs'], CLIENT)).toBeUndefined()
})

test('a severity in quotes goes the other way', () => {
  expect(
    translate(
      Buffer.from(json(LOGS).toString().replace('"severityNumber":21', '"severityNumber":"21"')),
      ['logs'],
      CLIENT,
    ),
  ).toBeUndefined()
})

test.each<[string, TracesRequest]>([
  ...EXCEPTIONS,
  [
    'two events and attributes',
    requestOf({ events: [thrown(), thrown()], attributes: [text('exception.type', 'X')] }),
  ],
  [
    'an event and a url of the span',
    requestOf({ events: [thrown()], attributes: [text('url.full', 'https://shop.example/a')] }),
  ],
])('spans with %s', (_, request) => {
  for (const span of request.resourceSpans![0]!.scopeSpans![0]!.spans!) plainOnly(span.attributes!)
  const translated = translate(json(request), ['traces'], CLIENT)!
  const expected = mended(copy(request))
  expect(normal(translated.bytes)).toBe(expected.bytes)
  expect(translated.exceptions).toEqual(expected.exceptions)
  expect(translated.exceptions.length).toBeGreaterThan(0)
})

test('an exception whose name is written with numbers of characters is one', () => {
  const body = json(LOGS)
    .toString()
    .replace('"exception"', String.raw`"\u0065xception"`)
    .replace('Cannot', String.raw`\u0043annot`)
  expect(translate(Buffer.from(body), ['logs'], CLIENT)!.exceptions).toEqual(
    mendedLogs(copy(LOGS)).exceptions,
  )
})

test(`whatever is translated says the same on both ways (${MUTATIONS} mutations, seed ${SEED})`, () => {
  const random = randomFrom(SEED)
  const seed = json(LOGS)
  let translatedThrough = 0
  for (let index = 0; index < MUTATIONS; index++) {
    const body = bent(seed, random)
    const translated = translate(body, ['logs'], CLIENT)
    if (translated === undefined) continue
    translatedThrough++
    const expected = mendedLogs(JSON.parse(body.toString()) as LogsRequest)
    expect(normal(translated.bytes, 'logs'), body.toString()).toBe(expected.bytes)
    expect(translated.exceptions, body.toString()).toEqual(expected.exceptions)
    expect([expected.accepted, expected.rejected, expected.repaired]).toEqual([translated.items, 0, 0])
  }
  expect(translatedThrough).toBeGreaterThan(MUTATIONS / 20)
})

function thrown() {
  return { name: 'exception', timeUnixNano: '1795168800000000001', attributes: THROWN }
}

function logsOf(...logRecords: LogRecord[]): LogsRequest {
  const attributes = [
    text('service.name', 'shop'),
    text('service.version', '1.4.2'),
    text('deployment.environment', 'staging'),
  ]
  return {
    resourceLogs: [{ resource: { attributes }, scopeLogs: [{ scope: { name: 'errata' }, logRecords }] }],
  }
}

/** Attributes without a value and negative numbers go the other way whatever they belong to. */
function plainOnly(attributes: KeyValue[]): void {
  const kept = attributes.filter(({ value }) => value !== undefined && value.intValue !== '-1')
  attributes.splice(0, attributes.length, ...kept)
}

function without<Shape extends object>(shape: Shape, name: keyof Shape): Shape {
  const { [name]: _, ...rest } = shape
  return rest as Shape
}

function json(request: object): Buffer {
  return Buffer.from(JSON.stringify(request))
}

function copy<Request>(request: Request): Request {
  return JSON.parse(JSON.stringify(request)) as Request
}
