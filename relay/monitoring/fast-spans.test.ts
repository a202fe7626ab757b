import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../otlp/json-object.ts'
import type { TracesRequest } from '../../otlp/otlp-json.ts'
import { readTraces } from '../../otlp/read.ts'
import { JSON_BYTES, mutationsOf } from '../../otlp/testing/mutations.ts'
import { createWriter, writeTraces } from '../../otlp/write.ts'
import { encodeClientAddress } from './client-address.ts'
import { FastSpanReader } from './fast-spans.ts'
import { createSanitizer } from './sanitize.ts'
import { createScrubber } from '../secrets/scrub.ts'

const RUNS = 2_000
const STAMP = encodeClientAddress('203.0.113.0')
const sanitizer = createSanitizer(createScrubber())
const fastSpans = new FastSpanReader(sanitizer)
const write = createWriter(sanitizer)

const hex = (digits: number) =>
  fc.string({
    unit: fc.constantFrom(...Array.from('0123456789abcdefAB')),
    minLength: digits,
    maxLength: digits,
  })
const usualText = fc.string({ unit: fc.constantFrom(...Array.from('abcxyz /:.?=-_09\n"\\')), maxLength: 20 })
/** Mostly what SDKs send: one unusual value sends the request to the slow path. */
const mostly = (usual: fc.Arbitrary<unknown>, ...unusual: fc.Arbitrary<unknown>[]) =>
  fc.oneof({ weight: 100, arbitrary: usual }, ...unusual)
const text = mostly(usualText, fc.string({ unit: 'binary' }), fc.constant('token=abcdefgh'))
const time = mostly(fc.bigInt({ min: 0n, max: 2n ** 63n }).map(String), fc.constant('x'))
const integer = mostly(fc.nat(), fc.constantFrom(-1, 0.5, 2 ** 32, 4_111_111_111_111_111))
const value = mostly(
  fc.oneof(
    fc.record({ stringValue: text }),
    fc.record({ intValue: fc.oneof(integer, integer.map(String)) }),
    fc.record({ boolValue: fc.boolean() }),
  ),
  fc.record({ doubleValue: fc.double() }),
  fc.constant({ arrayValue: { values: [{ stringValue: 'x' }] } }),
)
const key = mostly(usualText, fc.constantFrom('password', 'client.address', 'é'))
const attributes = fc.array(fc.record({ key, value }), { maxLength: 4 })
const event = fc.record({ name: text, timeUnixNano: time, attributes }, { requiredKeys: [] })
const link = fc.record(
  { traceId: hex(32), spanId: hex(16), attributes },
  { requiredKeys: ['traceId', 'spanId'] },
)
const span = fc.record(
  {
    traceId: hex(32),
    spanId: hex(16),
    parentSpanId: hex(16),
    name: text,
    kind: fc.nat(5),
    startTimeUnixNano: time,
    endTimeUnixNano: time,
    attributes,
    droppedAttributesCount: integer,
    events: fc.array(event, { maxLength: 2 }),
    links: fc.array(link, { maxLength: 2 }),
    status: fc.record({ code: fc.nat(2), message: text }, { requiredKeys: [] }),
    flags: integer,
  },
  { requiredKeys: ['traceId', 'spanId'] },
)
const scopeSpans = fc.record({
  scope: fc.record({ name: text }),
  spans: mostly(fc.array(span, { minLength: 1, maxLength: 3 }), fc.constant([])),
})
const request = fc.record({
  resourceSpans: fc.array(
    fc.record({
      resource: fc.record({ attributes }),
      scopeSpans: fc.array(scopeSpans, { minLength: 1, maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 2 },
  ),
})
const body = request.chain((spans) => {
  const bytes = Buffer.from(JSON.stringify(spans))
  return fc.oneof(fc.constant(bytes), mutationsOf(bytes, JSON_BYTES))
})

test('the fast path writes what the slow path would write without rejecting or repairing', () => {
  let taken = 0
  fc.assert(
    fc.property(body, (body) => {
      const result = fastSpans.read(body, STAMP)
      if (result === undefined) return
      taken++
      const expected = write('traces', JSON.parse(body.toString()) as JsonObject, STAMP)
      expect(normalized(result.bytes)).toBe(normalized(expected.bytes))
      expect([expected.accepted, expected.rejected.size, expected.repaired]).toEqual([result.accepted, 0, 0])
    }),
    { numRuns: RUNS },
  )
  expect(taken).toBeGreaterThan(RUNS / 20)
})

test('spans as SDKs send them take the fast path', () => {
  expect(fastSpans.read(Buffer.from(JSON.stringify(sdkRequest())), STAMP)?.accepted).toBe(1)
})

test.each([
  ['white space', (body: string) => ` ${body}`],
  ['a second member of the same name', (body: string) => body.replace('"kind":', '"kind":1,"kind":')],
  ['an unknown member', (body: string) => body.replace('"kind":', '"future":1,"kind":')],
  ['another signal in the same body', (body: string) => body.replace(/\}$/, ',"resourceLogs":[]}')],
  ['a number with a leading zero', (body: string) => body.replace('"kind":3', '"kind":03')],
  ['text after the end', (body: string) => `${body}x`],
  ['a cut end', (body: string) => body.slice(0, -1)],
  ['a secret', (body: string) => body.replace('page=2', 'token=abcdefgh')],
  ['a secret behind an escape', (body: string) => body.replace('page=2', String.raw`t\u006fken=abcdefgh`)],
  ['too long a text', (body: string) => body.replace('page=2', 'x'.repeat(4097))],
  [
    'too many attributes',
    (body: string) =>
      body.replace(
        '"attributes":[',
        `"attributes":[${'{"key":"a","value":{"boolValue":true}},'.repeat(128)}`,
      ),
  ],
])('%s does not', (_, change) => {
  const body = JSON.stringify(sdkRequest())
  expect(change(body)).not.toBe(body)
  expect(fastSpans.read(Buffer.from(change(body)), STAMP)).toBeUndefined()
})

function sdkRequest(): TracesRequest {
  const attributes = [
    { key: 'http.request.method', value: { stringValue: 'GET' } },
    { key: 'url.full', value: { stringValue: 'https://shop.example/cart?page=2' } },
    { key: 'http.response.status_code', value: { intValue: 200 } },
  ]
  const item = {
    traceId: 'ab'.repeat(16),
    spanId: 'cd'.repeat(8),
    name: 'GET /cart',
    kind: 3,
    startTimeUnixNano: '1795168800000000000',
    endTimeUnixNano: '1795168800042000000',
    attributes,
    droppedAttributesCount: 0,
    events: [],
    status: { code: 0 },
  }
  return {
    resourceSpans: [{ resource: { attributes }, scopeSpans: [{ scope: { name: 'web' }, spans: [item] }] }],
  }
}

/** As a receiver reads it, without defaults that need not be written. */
function normalized(bytes: Buffer): string {
  return writeTraces(readTraces(bytes)).toString('hex')
}
