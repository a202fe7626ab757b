// Fast path for attributes with simple names whose values are texts, integers or booleans: protobuf → map.
import { type ProtobufReader, DELIMITED, VARINT } from '../../../otlp/protobuf-reader.ts'
import { MAX_ATTRIBUTES, MAX_NAME_LENGTH, MAX_VALUE_LENGTH } from './limits.ts'
import type { RowWriter } from './row-writer.ts'

/** Numbers per attribute: start and end of its name, start and end of its value, type of the value. */
const OFFSETS = 5

const STRING = 1
const BOOL = 2
const INT = 3

const [KEY_TAG, VALUE_TAG] = [(1 << 3) | DELIMITED, (2 << 3) | DELIMITED]
const [STRING_TAG, BOOL_TAG, INT_TAG] = [(STRING << 3) | DELIMITED, (BOOL << 3) | VARINT, (INT << 3) | VARINT]

const [E, R, X] = [101, 114, 120]

export function createFastAttributes(cursor: ProtobufReader, writer: RowWriter) {
  const { bytes } = cursor
  const offsets: number[] = []
  let count = 0

  return {
    reset(): void {
      count = 0
    },
    /** Reads the attribute between `start` and `end`; the cursor stays. False: it needs the slow path. */
    read(start: number, end: number): boolean {
      if (count === MAX_ATTRIBUTES) return false
      const attribute = OFFSETS * count++
      const isSimple = readAttribute(attribute, end)
      cursor.at = start
      return isSimple && isSimpleName(attribute) && !isRepeated(attribute)
    },
    /** False: a text needs the slow path. */
    write(): boolean {
      writer.varint(count)
      for (let attribute = 0; attribute < OFFSETS * count; attribute += OFFSETS) {
        if (!writer.ascii(bytes, offsets[attribute]!, offsets[attribute + 1]!) || !writeValue(attribute))
          return false
      }
      return true
    },
  }

  /** One name and one value, in any order: the collector writes fields from the last to the first. */
  function readAttribute(attribute: number, end: number): boolean {
    let [names, values] = [0, 0]
    while (cursor.at < end) {
      const tag = cursor.tag(end)
      if (tag !== KEY_TAG && tag !== VALUE_TAG) return false
      const stop = cursor.delimited(end)
      if (tag === KEY_TAG) {
        names++
        offsets[attribute] = cursor.at
        offsets[attribute + 1] = stop
        cursor.at = stop
      } else {
        values++
        if (!readValue(attribute, stop)) return false
      }
    }
    return names === 1 && values === 1
  }

  function readValue(attribute: number, end: number): boolean {
    if (cursor.at >= end) return false
    const tag = cursor.tag(end)
    if (tag === STRING_TAG && cursor.delimited(end) !== end) return false
    offsets[attribute + 2] = cursor.at
    offsets[attribute + 3] = end
    offsets[attribute + 4] = tag >>> 3
    if (tag === STRING_TAG) {
      const size = end - cursor.at
      cursor.at = end
      return size <= MAX_VALUE_LENGTH
    }
    if (tag !== BOOL_TAG && tag !== INT_TAG) return false
    cursor.varint(end)
    return cursor.at === end && cursor.high === 0
  }

  /** Names that begin with "ex" or "er" may be `exception.…` or reserved (`errata.…`). */
  function isSimpleName(attribute: number): boolean {
    const [start, end] = [offsets[attribute]!, offsets[attribute + 1]!]
    if (start === end || end - start > MAX_NAME_LENGTH) return false
    return bytes[start] !== E || (bytes[start + 1] !== X && bytes[start + 1] !== R)
  }

  /** Of two values with the same name the last is stored: that is done by the slow path. */
  function isRepeated(attribute: number): boolean {
    const [start, end] = [offsets[attribute]!, offsets[attribute + 1]!]
    for (let other = 0; other < attribute; other += OFFSETS) {
      if (offsets[other + 1]! - offsets[other]! !== end - start) continue
      let index = end - start - 1
      while (index >= 0 && bytes[start + index] === bytes[offsets[other]! + index]) index--
      if (index < 0) return true
    }
    return false
  }

  function writeValue(attribute: number): boolean {
    const type = offsets[attribute + 4]
    const [start, end] = [offsets[attribute + 2]!, offsets[attribute + 3]!]
    if (type === STRING) return writer.ascii(bytes, start, end)
    cursor.at = start
    cursor.varint(end)
    writer.text(type === INT ? String(cursor.low) : String(cursor.low !== 0))
    return true
  }
}
