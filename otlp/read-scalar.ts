// Reads scalar fields: texts, ids, numbers, enums.
import type { Scalar } from './descriptor.ts'
import type { ProtobufReader } from './protobuf-reader.ts'

export function readScalar(reader: ProtobufReader, end: number, kind: Scalar): string | number | boolean {
  const { bytes } = reader
  switch (kind) {
    case 'string':
      return reader.text(end)
    case 'traceId':
    case 'spanId': {
      const stop = reader.delimited(end)
      const hex = bytes.toString('hex', reader.at, stop)
      reader.at = stop
      return hex
    }
    case 'fixed64':
      return String(bytes.readBigUInt64LE(reader.fixed(8, end)))
    case 'sfixed64':
      return String(bytes.readBigInt64LE(reader.fixed(8, end)))
    case 'fixed32':
      return bytes.readUInt32LE(reader.fixed(4, end))
    case 'double': {
      const double = bytes.readDoubleLE(reader.fixed(8, end))
      return Number.isFinite(double) ? double : String(double)
    }
    default:
      reader.varint(end)
      return varintAs(kind, reader)
  }
}

function varintAs(kind: Scalar, reader: ProtobufReader): string | number | boolean {
  const { low, high } = reader
  if (kind === 'uint64') return reader.unsigned()
  if (kind === 'bool') return low !== 0 || high !== 0
  if (kind === 'sint32') return (low >>> 1) ^ -(low & 1)
  return kind === 'enum' ? low | 0 : low
}
