// The JSON shape of OTLP → protobuf. Never throws: what a strict receiver would refuse the whole request for is repaired here
// (a number beyond int64 becomes a double, `null` for a double becomes NaN) or left out alone, and counted.
import { ProtobufWriter } from './protobuf-writer.ts'
import type { Field, Message } from './descriptor.ts'
import { Int64 } from './int64.ts'
import { logsRequest, tracesRequest } from './messages.ts'
import { metricsRequest } from './metrics.ts'
import type { LogsRequest, MetricsRequest, TracesRequest } from './otlp-json.ts'
import { writeAttribute, writeValue } from './any-value.ts'

export type Writer = {
  traces(request: TracesRequest): Buffer
  logs(request: LogsRequest): Buffer
  metrics(request: MetricsRequest): Buffer
}
/** Where the bytes go, and who is told of every value that was repaired or left out. */
export type Sink = { bytes: ProtobufWriter; number: Int64; repaired: () => void }

type Shape = Record<string, unknown>

/** Keeps one buffer for all it writes. */
export function createWriter(repaired: () => void = () => {}): Writer {
  const sink = { bytes: new ProtobufWriter(), number: new Int64(), repaired }
  return {
    traces: (request) => writeRequest(sink, tracesRequest, request),
    logs: (request) => writeRequest(sink, logsRequest, request),
    metrics: (request) => writeRequest(sink, metricsRequest, request),
  }
}

export function writeTraces(request: TracesRequest): Buffer {
  return createWriter().traces(request)
}

export function writeLogs(request: LogsRequest): Buffer {
  return createWriter().logs(request)
}

export function writeMetrics(request: MetricsRequest): Buffer {
  return createWriter().metrics(request)
}

function writeRequest(sink: Sink, message: Message, request: Shape): Buffer {
  sink.bytes.reset()
  writeMessage(sink, message, request)
  return sink.bytes.copy()
}

function writeMessage(sink: Sink, message: Message, shape: Shape): void {
  for (const field of message.fields) {
    const value = shape[field.name]
    if (value === undefined || value === null) continue
    if (!field.repeated) writeField(sink, field, value)
    else if (!Array.isArray(value)) sink.repaired()
    else if (field.kind === 'attributes')
      for (const attribute of value) writeAttribute(sink, field.number, attribute, 0)
    else if (field.kind === 'message') for (const item of value) writeField(sink, field, item)
    else writePacked(sink, field, value)
  }
}

function writeField(sink: Sink, field: Field, value: unknown): void {
  if (field.kind === 'message' || field.kind === 'value') {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return sink.repaired()
    writeTag(sink.bytes, field.number, 2)
    const start = sink.bytes.open(2)
    if (field.kind === 'value') writeValue(sink, value, 0)
    else writeMessage(sink, field.message!, value as Shape)
    sink.bytes.close(start, 2)
  } else {
    const { mark } = sink.bytes
    writeTag(sink.bytes, field.number, wireOf(field))
    const outcome = writeScalar(sink, field, value)
    if (outcome === 'written') return
    sink.bytes.rewind(mark)
    if (outcome === 'wrong') sink.repaired()
  }
}

function writePacked(sink: Sink, field: Field, values: unknown[]): void {
  if (values.length === 0) return
  writeTag(sink.bytes, field.number, 2)
  const start = sink.bytes.open(2)
  const element = { ...field, presence: true }
  for (const value of values) {
    const { mark } = sink.bytes
    // A place in a list of buckets has a meaning: a bad value becomes zero instead of making the others move up.
    if (writeScalar(sink, element, value) === 'written') continue
    sink.bytes.rewind(mark)
    sink.repaired()
    writeScalar(sink, element, 0)
  }
  sink.bytes.close(start, 2)
}

function writeScalar(sink: Sink, field: Field, value: unknown): 'written' | 'default' | 'wrong' {
  const { bytes, number } = sink
  switch (field.kind) {
    case 'string':
      if (typeof value !== 'string') return 'wrong'
      if (value === '') return 'default'
      bytes.text(value)
      return 'written'
    case 'traceId':
    case 'spanId':
      if (value === '') return 'default'
      if (typeof value !== 'string' || value.length !== (field.kind === 'traceId' ? 32 : 16)) return 'wrong'
      return bytes.hex(value) ? 'written' : 'wrong'
    case 'fixed64':
    case 'uint64':
      if (!number.setUnsigned(value)) return 'wrong'
      break
    case 'sfixed64':
      if (!number.setSigned(value)) return 'wrong'
      break
    case 'double':
      return writeDouble(bytes, value, field.presence)
    case 'bool':
      if (typeof value !== 'boolean') return 'wrong'
      number.setUnsigned(Number(value))
      break
    case 'enum':
      if (!number.setSigned(typeof value === 'string' ? (field.values?.[value] ?? value) : value))
        return 'wrong'
      break
    case 'sint32':
      if (!number.setSigned(value)) return 'wrong'
      number.setUnsigned(((number.low << 1) ^ (number.low >> 31)) >>> 0)
      break
    default:
      if (!number.setUnsigned(value) || number.high !== 0) return 'wrong'
  }
  if (number.low === 0 && number.high === 0 && !field.presence) return 'default'
  if (field.kind === 'fixed64' || field.kind === 'sfixed64') bytes.fixed64(number)
  else if (field.kind === 'fixed32') bytes.fixed32(number.low)
  else bytes.varint(number.low, number.high)
  return 'written'
}

function writeDouble(
  bytes: ProtobufWriter,
  value: unknown,
  presence: boolean,
): 'written' | 'default' | 'wrong' {
  const double = typeof value === 'string' && value !== '' ? Number(value) : value
  if (typeof double !== 'number') return 'wrong'
  if (double === 0 && !presence) return 'default'
  bytes.double(double)
  return 'written'
}

function writeTag(bytes: ProtobufWriter, number: number, wire: number): void {
  if (number < 16) bytes.byte((number << 3) | wire)
  else bytes.varint((number << 3) | wire)
}

function wireOf(field: Field): number {
  if (field.kind === 'string' || field.kind === 'traceId' || field.kind === 'spanId') return 2
  if (field.kind === 'fixed64' || field.kind === 'sfixed64' || field.kind === 'double') return 1
  return field.kind === 'fixed32' ? 5 : 0
}
