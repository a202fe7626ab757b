// What the tests of both quick ways compare with: plain requests, others that are not, and what the way that mends makes of them.
import { readLogs, readTraces } from '../../otlp/read.ts'
import type { KeyValue, LogsRequest, Signal, Span, TracesRequest } from '../../otlp/otlp-json.ts'
import { type Writer, createWriter, writeLogs, writeTraces } from '../../otlp/write.ts'
import { checkRequest } from './check.ts'
import { CLIENT_ADDRESS } from './checked.ts'
import { createCleaner } from './clean.ts'
import { createScrubber } from './scrub.ts'

const scrubber = createScrubber()
export const CLIENT = '203.0.113.0'

/** Whatever is not plain, and why. */
export const DOUBTS: [what: string, request: TracesRequest][] = [
  ['a secret in a value', requestOf({ attributes: [text('url.full', 'https://a.example/?token=abc')] })],
  ['a secret in a name', requestOf({ name: 'GET /?token=abc' })],
  ['a name of a secret', requestOf({ attributes: [text('user.password', 'x')] })],
  ['an address of its own', requestOf({ attributes: [text('client.address', '192.0.2.1')] })],
  [
    'the number of a card',
    requestOf({ attributes: [{ key: 'a', value: { intValue: '4111111111111111' } }] }),
  ],
  ['a value over its bound', requestOf({ attributes: [text('a', 'x'.repeat(4097))] })],
  ['a key over its bound', requestOf({ attributes: [text('a'.repeat(257), 'x')] })],
  [
    'too many attributes',
    requestOf({ attributes: Array.from({ length: 129 }, (_, index) => text(`a${index}`, 'x')) }),
  ],
  ['too many events', requestOf({ events: Array.from({ length: 129 }, () => ({ name: 'click' })) })],
  ['no trace id', requestOf({ traceId: '' })],
  ['a span id of zeros', requestOf({ spanId: '0'.repeat(16) })],
  ['a link without ids', requestOf({ links: [{}] })],
  [
    'a list',
    requestOf({ attributes: [{ key: 'a', value: { arrayValue: { values: [{ stringValue: 'x' }] } } }] }),
  ],
  ['no spans', { resourceSpans: [{ scopeSpans: [{ spans: [] }] }] }],
  ['nothing', {}],
]
/** Spans with exceptions. */
export const EXCEPTIONS: [what: string, request: TracesRequest][] = [
  ['an exception event', requestOf({ events: [{ name: 'exception' }] })],
  ['a span that carries an exception', requestOf({ attributes: [text('exception.type', 'TypeError')] })],
]
/** The way that mends: checked and written. */
export function mended(request: TracesRequest, client = CLIENT) {
  return mend('traces', request, client, (writer) => writer.traces(request))
}

export function mendedLogs(request: LogsRequest, client = CLIENT) {
  return mend('logs', request, client, (writer) => writer.logs(request))
}

function mend(
  signal: Signal,
  request: TracesRequest & LogsRequest,
  client: string,
  write: (writer: Writer) => Buffer,
) {
  const checked = checkRequest(signal, request, client, createCleaner(scrubber, CLIENT_ADDRESS))
  const { accepted, rejected, exceptions } = checked
  let repaired = 0
  const bytes = normal(write(createWriter(() => repaired++)), signal)
  return { bytes, accepted, rejected: rejected.size, exceptions, repaired }
}

/** Read by a receiver and said in one way. */
export function normal(bytes: Buffer, signal: Signal = 'traces'): string {
  return (signal === 'logs' ? writeLogs(readLogs(bytes)) : writeTraces(readTraces(bytes))).toString('hex')
}

/** Two spans, each with what a test wants to be different. */
export function requestOf(span: Span, second: Span = {}): TracesRequest {
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
  const spans = [
    { ...whole, ...span },
    { ...whole, ...second },
  ]
  return {
    resourceSpans: [
      {
        resource,
        scopeSpans: [{ scope: { name: 'web', version: '1' }, spans, schemaUrl: 'https://a.example/1' }],
      },
    ],
  }
}

export function text(key: string, stringValue: string): KeyValue {
  return { key, value: { stringValue } }
}

/** What JSON is made of, and what numbers and escapes are: other bytes end in the middle of a text most of the time. */
const MARKS = Buffer.from('{}[],:"\\ \n0123456789-+.eEutfnxA/@=')

/** A copy of some JSON with one to three other bytes. */
export function bent(json: Buffer, random: (below: number) => number): Buffer {
  const body = Buffer.from(json)
  for (let times = random(3); times >= 0; times--)
    body[random(body.length)] = random(4) === 0 ? random(256) : MARKS[random(MARKS.length)]!
  return body
}

/** mulberry32: the same numbers for the same seed. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
