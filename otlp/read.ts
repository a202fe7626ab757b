// Protobuf → OTLP/JSON: ids as lower-case hex, 64-bit integers as decimal strings, enums as integers, bytes
// as base64. Unknown fields are skipped; repetitions of a singular message are merged.
import type { Field, Message, Scalar } from './descriptor.ts'
import type { JsonObject } from './json-object.ts'
import { logsRequest, tracesRequest } from './messages.ts'
import { metricsRequest } from './metrics.ts'
import type { LogsRequest, MetricsRequest, TracesRequest } from './otlp-json.ts'
import { DELIMITED, ProtobufReader, wrongType } from './protobuf-reader.ts'
import { readScalar } from './read-scalar.ts'
import { readAttribute, readValue } from './read-value.ts'

/** As the two below, throws an `OtlpError` for other bytes. Zero bytes are an empty request. */
export function readTraces(bytes: Uint8Array): TracesRequest {
  return readRequest(bytes, tracesRequest)
}

export function readLogs(bytes: Uint8Array): LogsRequest {
  return readRequest(bytes, logsRequest)
}

export function readMetrics(bytes: Uint8Array): MetricsRequest {
  return readRequest(bytes, metricsRequest)
}

function readRequest(bytes: Uint8Array, message: Message): JsonObject {
  return readMessage(new ProtobufReader(bytes), bytes.length, message, {})
}

function readMessage(reader: ProtobufReader, end: number, message: Message, target: JsonObject): JsonObject {
  while (reader.at < end) {
    const tag = reader.tag(end)
    const field = message.byNumber[tag >>> 3]
    if (field === undefined) reader.skip(tag & 7, end)
    else if (field.isRepeated && (tag & 7) !== field.wireType && (tag & 7) === DELIMITED)
      readPacked(reader, reader.delimited(end), field, listOf(target, field))
    else {
      if ((tag & 7) !== field.wireType) throw wrongType(field.name)
      const existing = field.isRepeated ? undefined : target[field.name]
      const value = readField(reader, end, field, existing as JsonObject | undefined)
      if (field.isRepeated) listOf(target, field).push(value)
      else target[field.name] = value
    }
  }
  return target
}

/** `existing`: what a message that comes twice is merged into. */
function readField(
  reader: ProtobufReader,
  end: number,
  { kind, message }: Field,
  existing?: JsonObject,
): unknown {
  if (kind !== 'message' && kind !== 'attributes' && kind !== 'value') return readScalar(reader, end, kind)
  const stop = reader.enter(end)
  const value =
    kind === 'attributes'
      ? readAttribute(reader, stop)
      : kind === 'value'
        ? readValue(reader, stop)
        : readMessage(reader, stop, message!, existing ?? {})
  reader.leave()
  return value
}

function readPacked(reader: ProtobufReader, end: number, { kind }: Field, list: unknown[]): void {
  while (reader.at < end) list.push(readScalar(reader, end, kind as Scalar))
}

function listOf(target: JsonObject, { name }: Field): unknown[] {
  return (target[name] ??= []) as unknown[]
}
