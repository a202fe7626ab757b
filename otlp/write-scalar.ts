// Writes scalar fields: texts, ids, numbers, enums.
import type { Field } from './descriptor.ts'
import type { Int64 } from './int64.ts'
import type { ProtobufWriter } from './protobuf-writer.ts'
import type { Sink } from './sink.ts'
import { writeText } from './write-value.ts'

/** `default`: a value that protobuf does not write. `invalid`: not a value of the field. */
export type FieldResult = 'written' | 'default' | 'invalid'

const TRACE_ID_DIGITS = 32
const SPAN_ID_DIGITS = 16

/** The value after its tag. Unless it is 'written', some bytes may be, which the caller takes back. */
export function writeScalar(sink: Sink, field: Field, value: unknown): FieldResult {
  const { writer, number } = sink
  const { kind, isOptional } = field
  if (kind === 'string') return writeString(sink, value)
  if (kind === 'traceId') return writeId(writer, value, TRACE_ID_DIGITS)
  if (kind === 'spanId') return writeId(writer, value, SPAN_ID_DIGITS)
  if (kind === 'double') return writeDouble(writer, value, isOptional)
  if (!parse(number, field, value)) return 'invalid'
  if (number.low === 0 && number.high === 0 && !isOptional) return 'default'
  if (kind === 'fixed64' || kind === 'sfixed64') writer.fixed64(number)
  else if (kind === 'fixed32') writer.fixed32(number.low)
  else writer.varint(number.low, number.high)
  return 'written'
}

/** Sets the number to the bits of the value; false if it is not one of the field. */
function parse(number: Int64, { kind, enumValues }: Field, value: unknown): boolean {
  switch (kind) {
    case 'fixed64':
    case 'uint64':
      return number.setUnsigned(value)
    case 'sfixed64':
      return number.setSigned(value)
    case 'bool':
      return typeof value === 'boolean' && number.setUnsigned(Number(value))
    case 'enum':
      return number.setSigned(numberOf(enumValues, value))
    case 'sint32':
      return number.setSigned(value) && number.setUnsigned(((number.low << 1) ^ (number.low >> 31)) >>> 0)
    default:
      return number.setUnsigned(value) && number.high === 0
  }
}

/** Names come from outside: only own properties count. */
function numberOf(enumValues: Field['enumValues'] = {}, value: unknown): unknown {
  return typeof value === 'string' && Object.hasOwn(enumValues, value) ? enumValues[value] : value
}

function writeString(sink: Sink, value: unknown): FieldResult {
  if (typeof value !== 'string') return 'invalid'
  if (value === '') return 'default'
  writeText(sink, value, '')
  return 'written'
}

/** A list of numbers. An index of a bucket has a meaning, so an invalid value is written as zero. */
export function writeScalars(sink: Sink, field: Field, values: unknown[]): void {
  if (values.length === 0) return
  const { writer } = sink
  writer.varint((field.number << 3) | 2)
  const start = writer.open(2)
  const element = { ...field, isOptional: true }
  for (const value of values) {
    const { position } = writer
    if (writeScalar(sink, element, value) === 'written') continue
    writer.position = position
    sink.repaired++
    writeScalar(sink, element, 0)
  }
  writer.close(start, 2)
}

/** An empty id, or one of zeros, means no id. Trace ids of 64 bits (old tracers) are padded with zeros. */
function writeId(writer: ProtobufWriter, value: unknown, digits: number): FieldResult {
  if (value === '') return 'default'
  if (typeof value !== 'string') return 'invalid'
  const isShort = value.length === SPAN_ID_DIGITS && digits === TRACE_ID_DIGITS
  if (value.length !== digits && !isShort) return 'invalid'
  const bits = writer.hex(isShort ? value.padStart(TRACE_ID_DIGITS, '0') : value)
  return bits > 0 ? 'written' : bits === 0 ? 'default' : 'invalid'
}

function writeDouble(writer: ProtobufWriter, value: unknown, isOptional: boolean): FieldResult {
  const double = typeof value === 'string' && value !== '' ? Number(value) : value
  if (typeof double !== 'number') return 'invalid'
  if (double === 0 && !isOptional) return 'default'
  writer.double(double)
  return 'written'
}
