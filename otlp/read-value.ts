// Reads attributes and values: most of every body, so they have direct code instead of a descriptor.
import type { AnyValue, KeyValue } from './otlp-json.ts'
import { DELIMITED, FIXED64, type ProtobufReader, VARINT, wrongType } from './protobuf-reader.ts'
import { readScalar } from './read-scalar.ts'

/** Field numbers of `KeyValue` and `AnyValue`, and of the items of both lists. */
const [KEY, VALUE] = [1, 2]
const [STRING, BOOL, INT, DOUBLE, ARRAY, KVLIST, BYTES] = [1, 2, 3, 4, 5, 6, 7]
const ITEM = 1

export function readAttribute(reader: ProtobufReader, end: number): KeyValue {
  const attribute: KeyValue = {}
  while (reader.at < end) {
    const tag = reader.tag(end)
    const number = tag >>> 3
    if (number !== KEY && number !== VALUE) {
      reader.skip(tag & 7, end)
      continue
    }
    if ((tag & 7) !== DELIMITED) throw wrongType(number === KEY ? 'key' : 'value')
    if (number === KEY) attribute.key = reader.text(end)
    else {
      attribute.value = readValue(reader, reader.enter(end))
      reader.leave()
    }
  }
  return attribute
}

/** One of seven kinds. If there are several, the last one counts. */
export function readValue(reader: ProtobufReader, end: number): AnyValue {
  let value: AnyValue = {}
  while (reader.at < end) {
    const tag = reader.tag(end)
    const number = tag >>> 3
    if (number === 0 || number > BYTES) {
      reader.skip(tag & 7, end)
      continue
    }
    const wireType = number === BOOL || number === INT ? VARINT : number === DOUBLE ? FIXED64 : DELIMITED
    if ((tag & 7) !== wireType) throw wrongType('value')
    value = readMember(reader, end, number)
  }
  return value
}

function readMember(reader: ProtobufReader, end: number, number: number): AnyValue {
  switch (number) {
    case STRING:
      return { stringValue: reader.text(end) }
    case BOOL:
      return { boolValue: readScalar(reader, end, 'bool') as boolean }
    case INT:
      reader.varint(end)
      return { intValue: reader.signed() }
    case DOUBLE:
      return { doubleValue: readScalar(reader, end, 'double') as number | string }
    case ARRAY:
      return { arrayValue: { values: readList(reader, end, readValue) } }
    case KVLIST:
      return { kvlistValue: { values: readList(reader, end, readAttribute) } }
    default: {
      const stop = reader.delimited(end)
      const start = reader.at
      reader.at = stop
      return { bytesValue: reader.bytes.toString('base64', start, stop) }
    }
  }
}

type Read<Item> = (reader: ProtobufReader, end: number) => Item

function readList<Item>(reader: ProtobufReader, end: number, read: Read<Item>): Item[] {
  const items: Item[] = []
  const stop = reader.enter(end)
  while (reader.at < stop) {
    const tag = reader.tag(stop)
    if (tag >>> 3 !== ITEM) {
      reader.skip(tag & 7, stop)
      continue
    }
    if ((tag & 7) !== DELIMITED) throw wrongType('values')
    items.push(read(reader, reader.enter(stop)))
    reader.leave()
  }
  reader.leave()
  return items
}
