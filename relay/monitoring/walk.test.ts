import { expect, test } from 'vitest'
import { readTraces } from '../../otlp/read.ts'
import type { KeyValue, Span, TracesRequest } from '../../otlp/shapes.ts'
import { createWriter, writeTraces } from '../../otlp/write.ts'
import { openScene, post } from '../scene.ts'
import { checkRequest } from './check.ts'
import { CLIENT_ADDRESS } from './checked.ts'
import { createCleaner } from './clean.ts'
import { createScrubber } from './scrub.ts'
import { createWalk } from './walk.ts'

const scrubber = createScrubber()
const walk = createWalk(scrubber)
const CLIENT = '203.0.113.0'
const MUTATIONS = 6_000
const SEED = 20_261_121

test('the collector has them with the address the relay saw', async () => {
  const scene = await openScene({ CLIENT_ADDRESS: 'full' })
  const headers = { 'content-type': 'application/x-protobuf' }
  expect((await post(`${scene.url}/monitoring/v1/traces`, writeTraces(requestOf({})), headers)).status).toBe(200)
  expect(scene.collector.spans.map(({ name }) => name)).toEqual(['GET /cart', 'GET /cart'])
  expect(scene.collector.resources[0]!.resource!.attributes).toEqual([text('service.name', 'shop'), text(CLIENT_ADDRESS, '127.0.0.1')])
  const metrics = await (await fetch(`${scene.url}/metrics`)).text()
  expect(metrics).toMatch(/^errata_relay_accepted_items_total\{signal="traces"\} 2$/m)
  await scene.close()
})

test('spans that need no change arrive as on the other way, stamped', () => {
  const body = writeTraces(requestOf({}))
  const walked = walk(body, CLIENT)!
  expect(walked.spans).toBe(2)
  expect(normal(walked.bytes)).toEqual(mended(body).bytes)
  expect(readTraces(walked.bytes).resourceSpans![0]!.resource!.attributes!.at(-1)!.key).toBe(CLIENT_ADDRESS)
  expect(walk(body, '')!.bytes.equals(body)).toBe(true)
})

const DOUBTS: [what: string, request: TracesRequest][] = [
  ['an exception event', requestOf({ events: [{ name: 'exception' }] })],
  ['a span that carries an exception', requestOf({ attributes: [text('exception.type', 'TypeError')] })],
  ['a secret in a value', requestOf({ attributes: [text('url.full', 'https://a.example/?token=abc')] })],
  ['a secret in a name', requestOf({ name: 'GET /?token=abc' })],
  ['a name of a secret', requestOf({ attributes: [text('user.password', 'x')] })],
  ['an address of its own', requestOf({ attributes: [text('client.address', '192.0.2.1')] })],
  ['the number of a card', requestOf({ attributes: [{ key: 'a', value: { intValue: '4111111111111111' } }] })],
  ['a value over its bound', requestOf({ attributes: [text('a', 'x'.repeat(4097))] })],
  ['a key over its bound', requestOf({ attributes: [text('a'.repeat(257), 'x')] })],
  ['too many attributes', requestOf({ attributes: Array.from({ length: 129 }, (_, index) => text(`a${index}`, 'x')) })],
  ['too many events', requestOf({ events: Array.from({ length: 129 }, () => ({ name: 'click' })) })],
  ['no trace id', requestOf({ traceId: '' })],
  ['a span id of zeros', requestOf({ spanId: '0'.repeat(16) })],
  ['a link without ids', requestOf({ links: [{}] })],
  ['a list', requestOf({ attributes: [{ key: 'a', value: { arrayValue: { values: [{ stringValue: 'x' }] } } }] })],
  ['no spans', { resourceSpans: [{ scopeSpans: [{ spans: [] }] }] }],
  ['nothing', {}],
]
test.each(DOUBTS)('%s goes the other way', (_, request) => {
  expect(walk(writeTraces(request), CLIENT)).toBeUndefined()
})

test('text that is no UTF-8, an unknown field, a field that comes twice and a cut body go the other way', () => {
  const body = writeTraces(requestOf({}))
  const broken = Buffer.from(body)
  broken[broken.indexOf('GET /cart')] = 0xff
  expect(walk(broken, CLIENT)).toBeUndefined()
  expect(walk(Buffer.concat([body, Buffer.from('1a0161', 'hex')]), CLIENT)).toBeUndefined()
  expect(walk(body.subarray(0, -1), CLIENT)).toBeUndefined()
  const span = '0a10' + 'ab'.repeat(16) + '1208' + 'cd'.repeat(8)
  expect(walk(nested(span), CLIENT)).toBeDefined()
  expect(walk(nested(span + '1208' + 'cd'.repeat(8)), CLIENT)).toBeUndefined()
})

test(`whatever is walked says the same on both ways (${MUTATIONS} mutations, seed ${SEED})`, () => {
  const random = randomFrom(SEED)
  const bodies = [requestOf({}), requestOf({ kind: 3, status: { code: 2, message: 'no' }, flags: 1 })].map((request) =>
    writeTraces(request),
  )
  let walkedThrough = 0
  for (let index = 0; index < MUTATIONS; index++) {
    const body = Buffer.from(bodies[index % bodies.length]!)
    for (let times = random(3); times >= 0; times--) body[random(body.length)] = random(2) === 0 ? random(256) : random(32)
    const walked = walk(body, CLIENT)
    if (walked === undefined) continue
    walkedThrough++
    const expected = mended(body)
    expect(normal(walked.bytes)).toEqual(expected.bytes)
    expect([expected.accepted, expected.rejected, expected.exceptions, expected.repaired]).toEqual([walked.spans, 0, 0, 0])
  }
  expect(walkedThrough).toBeGreaterThan(MUTATIONS / 20)
})

/** The other way: read, checked, written. */
function mended(body: Buffer) {
  const request = readTraces(body)
  const checked = checkRequest('traces', request, CLIENT, createCleaner(scrubber, CLIENT_ADDRESS))
  const { accepted, rejected, exceptions } = checked
  let repaired = 0
  const bytes = normal(createWriter(() => repaired++).traces(request))
  return { bytes, accepted, rejected: rejected.size, exceptions: exceptions.length, repaired }
}

/** Read by a receiver and said in one way. */
function normal(bytes: Buffer): string {
  return writeTraces(readTraces(bytes)).toString('hex')
}

function requestOf(span: Span): TracesRequest {
  const whole: Span = {
    traceId: 'ab'.repeat(16),
    spanId: 'cd'.repeat(8),
    parentSpanId: 'ef'.repeat(8),
    name: 'GET /cart',
    kind: 2,
    startTimeUnixNano: '1795168800000000000',
    endTimeUnixNano: '1795168800042000000',
    attributes: [
      text('http.route', '/cart'),
      text('user', 'Ærlig'),
      { key: 'status', value: { intValue: '200' } },
      { key: 'delta', value: { intValue: '-1' } },
      { key: 'share', value: { doubleValue: 0.5 } },
      { key: 'cached', value: { boolValue: true } },
      { key: 'empty' },
    ],
    events: [{ name: 'click', timeUnixNano: '1795168800000000001', attributes: [text('target', 'buy')] }],
    links: [{ traceId: '12'.repeat(16), spanId: '34'.repeat(8) }],
    status: { code: 1 },
  }
  const resource = { attributes: [text('service.name', 'shop')] }
  const spans = [{ ...whole, ...span }, whole]
  return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'web', version: '1' }, spans, schemaUrl: 'https://a.example/1' }] }] }
}

function text(key: string, stringValue: string): KeyValue {
  return { key, value: { stringValue } }
}

/** A span in hex, in its scope, resource and request. */
function nested(span: string): Buffer {
  return within(0x0a, within(0x12, within(0x12, Buffer.from(span, 'hex'))))
}

function within(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag, content.length]), content])
}

/** mulberry32: the same numbers for the same seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
