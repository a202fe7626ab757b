import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { SeverityNumber } from '@opentelemetry/api-logs'
import {
  JsonLogsSerializer,
  JsonMetricsSerializer,
  JsonTraceSerializer,
} from '@opentelemetry/otlp-transformer'
import {
  ProtobufLogsSerializer,
  ProtobufMetricsSerializer,
  ProtobufTraceSerializer,
} from '@opentelemetry/otlp-transformer'
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OtlpError } from './otlp-error.ts'
import { readLogs, readMetrics, readTraces } from './read.ts'
import { mutationsOf } from './testing/mutations.ts'
import { writeLogs, writeMetrics, writeTraces } from './write.ts'

describe("requests of OpenTelemetry's own encoder", () => {
  test('spans are read as its JSON encoder writes them, and written again without loss', async () => {
    const spans = await recordedSpans()
    const read = readTraces(ProtobufTraceSerializer.serializeRequest(spans)!)
    expect(withoutDefaults(read)).toEqual(
      withoutDefaults(parsed(JsonTraceSerializer.serializeRequest(spans)!)),
    )
    expect(withoutDefaults(readTraces(writeTraces(read)))).toEqual(withoutDefaults(read))
  })

  test('log records', async () => {
    const records = await recordedLogs()
    const read = readLogs(ProtobufLogsSerializer.serializeRequest(records)!)
    expect(withoutDefaults(read)).toEqual(
      withoutDefaults(parsed(JsonLogsSerializer.serializeRequest(records)!)),
    )
    expect(withoutDefaults(readLogs(writeLogs(read)))).toEqual(withoutDefaults(read))
  })

  test('metrics, from JSON too', async () => {
    const metrics = await recordedMetrics()
    const read = readMetrics(ProtobufMetricsSerializer.serializeRequest(metrics)!)
    expect(read.resourceMetrics![0]!.scopeMetrics![0]!.metrics!.map(({ name }) => name)).toEqual([
      'clicks',
      'latency',
    ])
    const fromJson = readMetrics(writeMetrics(parsed(JsonMetricsSerializer.serializeRequest(metrics)!)))
    expect(withoutDefaults(fromJson)).toEqual(withoutDefaults(read))
    expect(withoutDefaults(readMetrics(writeMetrics(read)))).toEqual(withoutDefaults(read))
  })
})

describe('bytes that are not a request', () => {
  const cases: [what: string, hex: string, sentence: RegExp][] = [
    ['a length past the end', '0aff7f00', /exceeds the end/],
    ['a length past the end of the inner message', '0a021205ffffffffff', /exceeds the end/],
    ['a field of the wrong type', '0801', /"resourceSpans" is not of its type/],
    ['a group', '0b0c', /not of its type|Groups/],
    ['an unknown group', '7b7c', /Groups/],
    ['field number zero', '0000', /invalid number/],
    ['a number without an end', 'f8ffffffffffffffffffff01', /ten bytes/],
    ['a number cut off', '8a', /past the end/],
  ]
  test.each(cases)('%s is refused with a sentence', (_, hex, sentence) => {
    const read = () => readTraces(Buffer.from(hex, 'hex'))
    expect(read).toThrow(OtlpError)
    expect(read).toThrow(sentence)
  })

  test('endless lists within lists are refused without exhausting the stack', () => {
    let value: Uint8Array = Buffer.alloc(0)
    for (let depth = 0; depth < 5_000; depth++) value = delimited(5, delimited(1, value))
    const attribute = Buffer.concat([delimited(1, Buffer.from('deep')), delimited(2, value)])
    const request = delimited(1, delimited(2, delimited(2, delimited(9, attribute))))
    expect(() => readTraces(request)).toThrow(/too deep/)
  })

  test('a damaged or cut request throws an OtlpError, or is read, written and read again', async () => {
    const bytes = Buffer.from(ProtobufTraceSerializer.serializeRequest(await recordedSpans())!)
    const damaged = fc
      .tuple(mutationsOf(bytes), fc.oneof(fc.constant(bytes.length), fc.nat(bytes.length)))
      .map(([mutation, length]) => mutation.subarray(0, length))
    let errors = 0
    fc.assert(
      fc.property(damaged, (request) => {
        try {
          readTraces(writeTraces(readTraces(request)))
        } catch (error) {
          expect(error).toBeInstanceOf(OtlpError)
          errors++
        }
      }),
      { numRuns: 3_000 },
    )
    expect(errors).toBeGreaterThan(100)
  })
})

test('unknown fields are skipped, and a message that comes twice is merged', () => {
  const service = delimited(
    1,
    Buffer.concat([delimited(1, Buffer.from('a')), delimited(2, delimited(1, Buffer.from('1')))]),
  )
  const second = delimited(
    1,
    Buffer.concat([delimited(1, Buffer.from('b')), delimited(2, Buffer.from('1802', 'hex'))]),
  )
  const unknown = Buffer.from('f80601f906' + '00'.repeat(8) + 'fa0603616263fd0600000000', 'hex')
  const request = delimited(1, Buffer.concat([delimited(1, service), unknown, delimited(1, second)]))
  expect(readTraces(request)).toEqual({
    resourceSpans: [
      {
        resource: {
          attributes: [
            { key: 'a', value: { stringValue: '1' } },
            { key: 'b', value: { intValue: '2' } },
          ],
        },
      },
    ],
  })
})

test('zero bytes are the empty request', () => {
  expect(readTraces(Buffer.alloc(0))).toEqual({})
})

async function recordedSpans() {
  const exporter = new InMemorySpanExporter()
  const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).getTracer(
    'shop',
    '1.2.3',
  )
  const parent = tracer.startSpan('GET /cart/:id', {
    kind: SpanKind.CLIENT,
    attributes: { 'http.route': '/cart/:id', big: 2 ** 40, ratio: 0.25, ok: true },
  })
  const context = trace.setSpan(ROOT_CONTEXT, parent)
  const child = tracer.startSpan(
    'naïve 💳 name',
    { links: [{ context: parent.spanContext(), attributes: { n: -5 } }] },
    context,
  )
  child.setAttributes({ list: ['a', 'b'], numbers: [1, 2.5], long: 'ü'.repeat(300) })
  child.recordException(new RangeError('no price'))
  child.setStatus({ code: SpanStatusCode.ERROR, message: 'failed' })
  child.end()
  parent.end()
  const spans = exporter.getFinishedSpans()
  expect(spans).toHaveLength(2)
  return spans
}

async function recordedLogs() {
  const exporter = new InMemoryLogRecordExporter()
  const provider = new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter })] })
  const logger = provider.getLogger('shop')
  logger.emit({
    eventName: 'exception',
    body: 'no price',
    severityNumber: SeverityNumber.ERROR,
    severityText: 'ERROR',
    attributes: { 'exception.message': 'no price' },
  })
  logger.emit({ body: { nested: { list: [1, 'two', true], bytes: Uint8Array.of(1, 2, 255) } } })
  await provider.forceFlush()
  return exporter.getFinishedLogRecords()
}

async function recordedMetrics() {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })
  const provider = new MeterProvider({ readers: [reader] })
  const meter = provider.getMeter('shop')
  meter.createCounter('clicks').add(3, { button: 'pay' })
  meter.createHistogram('latency', { unit: 'ms' }).record(12.5)
  await provider.forceFlush()
  await provider.shutdown()
  return exporter.getMetrics()[0]!
}

function parsed(bytes: Uint8Array): Record<string, unknown> {
  return JSON.parse(Buffer.from(bytes).toString()) as Record<string, unknown>
}

function delimited(field: number, content: Uint8Array): Buffer {
  const length: number[] = []
  for (let rest = content.length; ; rest >>>= 7) {
    length.push(rest > 127 ? (rest & 127) | 128 : rest)
    if (rest <= 127) break
  }
  return Buffer.concat([Buffer.from([(field << 3) | 2, ...length]), content])
}

/** Protobuf omits zeros and empty texts, JSON does not; JSON has small numbers where protobuf has strings. */
function withoutDefaults(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutDefaults(item))
  if (typeof value !== 'object' || value === null) return typeof value === 'number' ? String(value) : value
  const members = Object.entries(value)
    .map(([key, inner]) => [key, withoutDefaults(inner)] as const)
    .filter(
      ([, inner]) =>
        inner !== '' &&
        inner !== '0' &&
        inner !== undefined &&
        inner !== false &&
        !(Array.isArray(inner) && inner.length === 0),
    )
  return Object.fromEntries(members)
}
