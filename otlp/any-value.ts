// Attributes and values: most of every body, so they have code of their own instead of a table.
import type { Sink } from './write.ts'

/** Lists within lists. A reader of protobuf gives up at 100 messages within messages; two are spent on each level. */
const MAX_DEPTH = 32

type Shape = Record<string, unknown>

/** A `KeyValue` as field `number`. An attribute without a key says nothing and is left out. */
export function writeAttribute(sink: Sink, number: number, attribute: unknown, depth: number): void {
  const { bytes } = sink
  if (!isShape(attribute) || typeof attribute['key'] !== 'string') return sink.repaired()
  bytes.byte((number << 3) | 2)
  const start = bytes.open(1)
  bytes.byte(0x0a)
  bytes.text(attribute['key'])
  const value = attribute['value']
  if (value !== undefined && value !== null) {
    bytes.byte(0x12)
    const inner = bytes.open(1)
    writeValue(sink, value, depth)
    bytes.close(inner, 1)
  }
  bytes.close(start, 1)
}

/** The inside of an `AnyValue`; nothing when the value cannot be read, which is the empty value. */
export function writeValue(sink: Sink, value: unknown, depth: number): void {
  if (!isShape(value)) return sink.repaired()
  const { stringValue, boolValue, intValue, doubleValue } = value
  if (typeof stringValue === 'string') {
    sink.bytes.byte(0x0a)
    sink.bytes.text(stringValue)
  } else if (intValue !== undefined) writeInt(sink, intValue)
  else if (doubleValue !== undefined) writeDouble(sink, doubleValue)
  else if (typeof boolValue === 'boolean') {
    sink.bytes.byte(0x10)
    sink.bytes.byte(Number(boolValue))
  } else if (boolValue !== undefined || stringValue !== undefined) sink.repaired()
  else writeRare(sink, value, depth)
}

/** OTel's JavaScript exporter writes 1e21 as `intValue`: no int64, but a number all the same. */
function writeInt(sink: Sink, value: unknown): void {
  if (sink.number.setSigned(value)) {
    sink.bytes.byte(0x18)
    sink.bytes.varint(sink.number.low, sink.number.high)
    return
  }
  sink.repaired()
  const double = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof double !== 'number' || Number.isNaN(double)) return
  sink.bytes.byte(0x21)
  sink.bytes.double(double)
}

/** OTel's JavaScript exporter writes NaN and the infinities as `null`. */
function writeDouble(sink: Sink, value: unknown): void {
  const double =
    value === null ? Number.NaN : typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (value === null) sink.repaired()
  if (
    typeof double !== 'number' ||
    (Number.isNaN(double) && value !== null && value !== 'NaN' && typeof value !== 'number')
  )
    return sink.repaired()
  sink.bytes.byte(0x21)
  sink.bytes.double(double)
}

function writeRare(sink: Sink, value: Shape, depth: number): void {
  const { arrayValue, kvlistValue, bytesValue } = value
  if (arrayValue !== undefined) writeList(sink, 0x2a, arrayValue, depth, writeItem)
  else if (kvlistValue !== undefined)
    writeList(sink, 0x32, kvlistValue, depth, (sink, item, depth) => writeAttribute(sink, 1, item, depth))
  else if (typeof bytesValue === 'string') {
    const bytes = Buffer.from(bytesValue, 'base64')
    if (bytes.length === 0 && bytesValue !== '') return sink.repaired()
    sink.bytes.byte(0x3a)
    sink.bytes.raw(bytes)
  } else if (bytesValue !== undefined) sink.repaired()
}

function writeItem(sink: Sink, item: unknown, depth: number): void {
  sink.bytes.byte(0x0a)
  const start = sink.bytes.open(1)
  writeValue(sink, item, depth)
  sink.bytes.close(start, 1)
}

function writeList(
  sink: Sink,
  tag: number,
  list: unknown,
  depth: number,
  write: (sink: Sink, item: unknown, depth: number) => void,
): void {
  const values = Array.isArray(list) ? list : isShape(list) ? (list['values'] ?? []) : undefined
  if (!Array.isArray(values) || depth >= MAX_DEPTH) return sink.repaired()
  sink.bytes.byte(tag)
  const start = sink.bytes.open(1)
  for (const item of values) write(sink, item, depth + 1)
  sink.bytes.close(start, 1)
}

function isShape(value: unknown): value is Shape {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
