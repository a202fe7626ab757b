import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ProtobufReader } from '../../../otlp/protobuf-reader.ts'
import { readTraces } from '../../../otlp/read.ts'
import type { AnyValue, KeyValue, Span, TracesRequest } from '../../../otlp/otlp-json.ts'
import { writeTraces } from '../../../otlp/write.ts'
import { createDetailLimit } from './detail-limit.ts'
import { createFastSpanWriter } from './fast-span.ts'
import { fastTraceRows } from './fast-traces.ts'
import { timeLimits } from './instant.ts'
import { RowWriter } from './row-writer.ts'
import { traceRows } from './traces.ts'
import { createDescriber } from '../grouping/describe.ts'
import type { Fingerprint } from '../grouping/fingerprint.ts'
import { createUserAgentParser } from './user-agent.ts'
import { RepeatedExceptions } from './repeated-exceptions.ts'
import type { RowContext } from './row-context.ts'
import { resourceInfo } from './resource.ts'
import type { Rows } from './rows.ts'

const NOW = Date.UTC(2026, 10, 22)
const newContext = (): RowContext => ({
  bodyHash: 'a'.repeat(32),
  resourceHashes: ['b', 'c', 'd'].map((digit) => digit.repeat(32)),
  limits: timeLimits(NOW, 30),
  userAgents: createUserAgentParser(),
  received: 1_790_000_000_000,
  describe: createDescriber(),
  limitFingerprint: (_service: string, fingerprint: Fingerprint) => fingerprint,
  details: createDetailLimit(0).begin(),
  repeatedExceptions: new RepeatedExceptions(),
  mappedStack: () => null,
  acceptsLate: () => false,
  isForgotten: null,
  countWithoutMaps: () => {},
})

const text = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('', 'nul \0 in it', 'é', 'x'.repeat(1_025), 'y'.repeat(70_000)),
)
const name = fc.oneof(
  text,
  fc.constantFrom(
    'http.route',
    'user.id',
    'exception.type',
    'exception.message',
    'errata.fingerprint',
    'errata.digest',
    'e',
    'ex',
  ),
)
const value: fc.Arbitrary<AnyValue> = fc.oneof(
  text.map((stringValue) => ({ stringValue })),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((integer) => ({ intValue: String(integer) })),
  fc.nat().map((integer) => ({ intValue: String(integer) })),
  fc.boolean().map((boolValue) => ({ boolValue })),
  fc.double().map((doubleValue) => ({ doubleValue })),
  fc.constantFrom<AnyValue>(
    {},
    { bytesValue: 'AAE=' },
    { arrayValue: { values: [{ stringValue: 'item' }] } },
  ),
)
const attributes: fc.Arbitrary<KeyValue[]> = fc.array(fc.record({ key: name, value }), { maxLength: 8 })
const day = 86_400_000
const instant = fc
  .oneof(
    fc.integer({ min: NOW - day, max: NOW }),
    fc.integer({ min: NOW - 40 * day, max: NOW + 3 * day }),
    fc.constantFrom(0, 1, 4e15 / 1e6),
  )
  .chain((milliseconds) =>
    fc.nat({ max: 999_999 }).map((rest) => String(BigInt(milliseconds) * 1_000_000n + BigInt(rest))),
  )
const id = (bytes: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((raw) => Buffer.from(raw).toString('hex')),
    fc.constantFrom('', '0'.repeat(2 * bytes), `00${'1'.repeat(2 * bytes - 2)}`),
  )
const span: fc.Arbitrary<Span> = fc.record(
  {
    traceId: id(16),
    spanId: id(8),
    parentSpanId: id(8),
    traceState: text,
    name,
    kind: fc.integer({ min: -1, max: 9 }),
    startTimeUnixNano: instant,
    endTimeUnixNano: instant,
    attributes,
    events: fc.array(
      fc.record({ name: fc.constantFrom('exception', 'other'), timeUnixNano: instant, attributes }),
      { maxLength: 2 },
    ),
    links: fc.array(fc.record({ traceId: id(16), spanId: id(8), attributes }), { maxLength: 1 }),
    status: fc.record({ code: fc.integer({ min: -1, max: 4 }), message: text }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
)
const request: fc.Arbitrary<TracesRequest> = fc.record({
  resourceSpans: fc.array(
    fc.record(
      {
        resource: fc.record({ attributes }),
        schemaUrl: text,
        scopeSpans: fc.array(
          fc.record({ scope: fc.record({ name, version: text }), spans: fc.array(span, { maxLength: 4 }) }),
          {
            maxLength: 2,
          },
        ),
      },
      { requiredKeys: [] },
    ),
    { maxLength: 3 },
  ),
})

test('spans in protobuf and in JSON become the same rows, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(request, async (sent) => {
      const bytes = writeTraces(sent)
      expect(comparable(await fastTraceRows(bytes, newContext()))).toEqual(
        comparable(await traceRows(readTraces(bytes), newContext())),
      )
    }),
    { numRuns: 500 },
  )
})

/** As the collector sends it: with the fields of every message from the last to the first. */
const RECORDED =
  'egBKFxIJCgcvYmFza2V0CgpodHRwLnJvdXRlSikSHQobaHR0cHM6Ly9zaG9wLmV4YW1wbGUvYmFza2V0Cgh1cmwuZnVsbEoYEgoK' +
  'CGIxNDQxMGFiCgpzZXNzaW9uLmlkQQDSz6e4O+oYOQB4baW4O+oYMAMqD0dFVCAvYXBpL3BhcnQtMCIAEghUvByJO2xQXgoQsUQQ' +
  'q8aNm+y6BCjbNyrH/w=='

test('a span of a page, as the collector sends it, takes the fast path', async () => {
  const bytes = Buffer.from(RECORDED, 'base64')
  const writer = new RowWriter()
  const fastSpan = createFastSpanWriter(
    new ProtobufReader(bytes),
    writer,
    newContext().limits,
  )(resourceInfo(undefined), undefined)
  expect(fastSpan(0, bytes.length)).toBe(true)
  const request = message(message(message(bytes, 2), 2), 1)
  expect(writer.result()).toEqual((await traceRows(readTraces(request), newContext())).bytes)
  expect(writer.result().toString('latin1')).toContain('session.id')
})

test('split messages and damaged bytes are read as on the slow path', async () => {
  const part = writeTraces({
    resourceSpans: [{ resource: { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] } }],
  })
  const rest = writeTraces({
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'later', value: { boolValue: true } }] },
        scopeSpans: [{ spans: [{ name: 'one' }] }],
      },
    ],
  })
  const inner = Buffer.concat([part.subarray(part.indexOf(0x0a, 1)), rest.subarray(rest.indexOf(0x0a, 1))])
  const merged = Buffer.concat([Buffer.from([0x0a, inner.length]), inner])
  const rows = await fastTraceRows(merged, newContext())
  expect(rows).toEqual(await traceRows(readTraces(merged), newContext()))
  expect(rows.bytes.toString('latin1')).toContain('later')
  await fc.assert(
    fc.asyncProperty(request, fc.nat(), fc.nat({ max: 255 }), async (sent, at, byte) => {
      const bytes = Buffer.from(writeTraces(sent))
      if (bytes.length > 0) bytes[at % bytes.length] = byte
      expect(await outcome(() => fastTraceRows(bytes, newContext()))).toEqual(
        await outcome(async () => traceRows(readTraces(bytes), newContext())),
      )
    }),
    { numRuns: 500 },
  )
})

/** A message in a field of another. */
function message(inner: Buffer, field: number): Buffer {
  return Buffer.concat([
    Buffer.from([(field << 3) | 2, (inner.length & 127) | 128, inner.length >> 7]),
    inner,
  ])
}

/** Bytes as text: a list of numbers takes long to compare. */
function comparable({ bytes, ...rest }: Rows): unknown {
  return { bytes: bytes.toString('latin1'), ...rest }
}

async function outcome(read: () => Promise<Rows>): Promise<unknown> {
  try {
    return comparable(await read())
  } catch {
    return 'refused'
  }
}
