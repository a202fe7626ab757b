// Protobuf → the JSON shape of OTLP: ids in lower-case hex, 64-bit integers as decimal strings, enums as integers, bytes as base64.
// Unknown fields are skipped; a singular message that comes twice is merged, as protobuf wants it.
import { ProtobufReader, DELIMITED, FIXED32, FIXED64, VARINT, WireError } from './protobuf-reader.ts'
import type { Field, Message, Scalar } from './descriptor.ts'
import { logsRequest, tracesRequest } from './messages.ts'
import { metricsRequest } from './metrics.ts'
import type { AnyValue, KeyValue, LogsRequest, MetricsRequest, TracesRequest } from './otlp-json.ts'

export { WireError } from './protobuf-reader.ts'

/** Messages within messages. Other readers of protobuf stop at 100 as well; what is deeper only wants to exhaust a stack. */
const MAX_DEPTH = 100

type Shape = Record<string, unknown>

/** Throws a `WireError` when the bytes are no `ExportTraceServiceRequest`. Zero bytes are the empty request. */
export function readTraces(bytes: Uint8Array): TracesRequest {
  return readMessage(new ProtobufReader(bytes), bytes.length, tracesRequest, {}, 0)
}

/** Throws a `WireError` when the bytes are no `ExportLogsServiceRequest`. */
export function readLogs(bytes: Uint8Array): LogsRequest {
  return readMessage(new ProtobufReader(bytes), bytes.length, logsRequest, {}, 0)
}

/** Throws a `WireError` when the bytes are no `ExportMetricsServiceRequest`. */
export function readMetrics(bytes: Uint8Array): MetricsRequest {
  return readMessage(new ProtobufReader(bytes), bytes.length, metricsRequest, {}, 0)
}

function readMessage(
  cursor: ProtobufReader,
  end: number,
  message: Message,
  target: Shape,
  depth: number,
): Shape {
  if (depth > MAX_DEPTH) throw new WireError('The messages are nested too deep.')
  while (cursor.at < end) {
    const tag = cursor.tag(end)
    const field = message.byNumber[tag >>> 3]
    if (field === undefined) cursor.skip(tag & 7, end)
    else readField(cursor, end, field, tag & 7, target, depth)
  }
  return target
}

function readField(
  cursor: ProtobufReader,
  end: number,
  field: Field,
  wire: number,
  target: Shape,
  depth: number,
): void {
  const { name, kind } = field
  if (kind === 'message' || kind === 'attributes' || kind === 'value') {
    const stop = messageEnd(cursor, end, wire, name)
    if (kind === 'attributes') listOf(target, name).push(readAttribute(cursor, stop, depth + 1))
    else if (kind === 'value') target[name] = readValue(cursor, stop, depth + 1)
    else if (field.repeated)
      listOf(target, name).push(readMessage(cursor, stop, field.message!, {}, depth + 1))
    else
      target[name] = readMessage(
        cursor,
        stop,
        field.message!,
        (target[name] as Shape | undefined) ?? {},
        depth + 1,
      )
  } else if (!field.repeated) {
    if (wire !== wireOf(kind)) throw wrongWire(name)
    target[name] = readScalar(cursor, end, kind)
  } else if (wire === DELIMITED && wireOf(kind) !== DELIMITED) {
    const stop = cursor.delimited(end)
    while (cursor.at < stop) listOf(target, name).push(readScalar(cursor, stop, kind))
  } else {
    if (wire !== wireOf(kind)) throw wrongWire(name)
    listOf(target, name).push(readScalar(cursor, end, kind))
  }
}

function readAttribute(cursor: ProtobufReader, end: number, depth: number): KeyValue {
  const attribute: KeyValue = {}
  while (cursor.at < end) {
    const tag = cursor.tag(end)
    if (tag >>> 3 === 1) {
      if ((tag & 7) !== DELIMITED) throw wrongWire('key')
      attribute.key = cursor.text(end)
    } else if (tag >>> 3 === 2)
      attribute.value = readValue(cursor, messageEnd(cursor, end, tag & 7, 'value'), depth + 1)
    else cursor.skip(tag & 7, end)
  }
  return attribute
}

/** One of seven kinds; when several stand there the last one counts. */
function readValue(cursor: ProtobufReader, end: number, depth: number): AnyValue {
  if (depth > MAX_DEPTH) throw new WireError('The messages are nested too deep.')
  let value: AnyValue = {}
  while (cursor.at < end) {
    const tag = cursor.tag(end)
    const number = tag >>> 3
    if (number === 0 || number > 7) {
      cursor.skip(tag & 7, end)
      continue
    }
    const expected = number === 2 || number === 3 ? VARINT : number === 4 ? FIXED64 : DELIMITED
    if ((tag & 7) !== expected) throw wrongWire('value')
    value = readKind(cursor, end, number, depth)
  }
  return value
}

function readKind(cursor: ProtobufReader, end: number, number: number, depth: number): AnyValue {
  if (number === 1) return { stringValue: cursor.text(end) }
  if (number === 2) return { boolValue: readScalar(cursor, end, 'bool') as boolean }
  if (number === 3) {
    cursor.varint(end)
    return { intValue: cursor.signed() }
  }
  if (number === 4) return { doubleValue: readScalar(cursor, end, 'double') as number | string }
  const stop = cursor.delimited(end)
  if (number === 7) {
    const start = cursor.at
    cursor.at = stop
    return { bytesValue: cursor.bytes.toString('base64', start, stop) }
  }
  if (number === 5) return { arrayValue: { values: readList(cursor, stop, depth, readValue) } }
  return { kvlistValue: { values: readList(cursor, stop, depth, readAttribute) } }
}

function readList<Item>(
  cursor: ProtobufReader,
  end: number,
  depth: number,
  read: (cursor: ProtobufReader, end: number, depth: number) => Item,
): Item[] {
  const items: Item[] = []
  while (cursor.at < end) {
    const tag = cursor.tag(end)
    if (tag >>> 3 === 1) items.push(read(cursor, messageEnd(cursor, end, tag & 7, 'values'), depth + 2))
    else cursor.skip(tag & 7, end)
  }
  return items
}

function readScalar(cursor: ProtobufReader, end: number, kind: Scalar): string | number | boolean {
  switch (kind) {
    case 'string':
      return cursor.text(end)
    case 'traceId':
    case 'spanId': {
      const stop = cursor.delimited(end)
      const hex = cursor.bytes.toString('hex', cursor.at, stop)
      cursor.at = stop
      return hex
    }
    case 'fixed64':
      return String(cursor.bytes.readBigUInt64LE(cursor.fixed(8, end)))
    case 'sfixed64':
      return String(cursor.bytes.readBigInt64LE(cursor.fixed(8, end)))
    case 'fixed32':
      return cursor.bytes.readUInt32LE(cursor.fixed(4, end))
    case 'double': {
      const double = cursor.bytes.readDoubleLE(cursor.fixed(8, end))
      return Number.isFinite(double) ? double : String(double)
    }
    default:
      cursor.varint(end)
      return readVarint(cursor, kind)
  }
}

function readVarint(
  cursor: ProtobufReader,
  kind: 'uint64' | 'uint32' | 'sint32' | 'enum' | 'bool',
): string | number | boolean {
  if (kind === 'uint64') return cursor.unsigned()
  if (kind === 'bool') return cursor.low !== 0 || cursor.high !== 0
  if (kind === 'sint32') return (cursor.low >>> 1) ^ -(cursor.low & 1)
  return kind === 'enum' ? cursor.low | 0 : cursor.low
}

function messageEnd(cursor: ProtobufReader, end: number, wire: number, name: string): number {
  if (wire !== DELIMITED) throw wrongWire(name)
  return cursor.delimited(end)
}

function wireOf(kind: Scalar): number {
  if (kind === 'string' || kind === 'traceId' || kind === 'spanId') return DELIMITED
  if (kind === 'fixed64' || kind === 'sfixed64' || kind === 'double') return FIXED64
  return kind === 'fixed32' ? FIXED32 : VARINT
}

function wrongWire(name: string): WireError {
  return new WireError(`The field "${name}" is not of its type.`)
}

function listOf(target: Shape, name: string): unknown[] {
  return (target[name] ??= []) as unknown[]
}
