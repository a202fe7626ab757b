// Attributes of protobuf as the map of a row, byte by byte: texts, whole numbers and truth values under names that nobody has to look at.
import { type ProtobufReader, DELIMITED, VARINT } from '../../otlp/protobuf-reader.ts'
import { MAX_ATTRIBUTES } from './attributes.ts'
import type { RowWriter } from './rowWriter.ts'
import { MAX_NAME, MAX_VALUE } from './text.ts'

/** Numbers noted of each: where its name begins and ends, its value begins and ends, and what the value is. */
const NOTED = 5

const TEXT = 1
const TRUTH = 2
const WHOLE = 3

const [KEY_FIELD, VALUE_FIELD] = [(1 << 3) | DELIMITED, (2 << 3) | DELIMITED]
const [TEXT_FIELD, TRUTH_FIELD, WHOLE_FIELD] = [
  (TEXT << 3) | DELIMITED,
  (TRUTH << 3) | VARINT,
  (WHOLE << 3) | VARINT,
]

const [E, R, X] = [101, 114, 120]

export function createPlainAttributes(cursor: ProtobufReader, writer: RowWriter) {
  const { bytes } = cursor
  const noted: number[] = []
  let count = 0

  return {
    begin(): void {
      count = 0
    },
    /** The attribute between `start` and `end`; false when it is none of those. Leaves the cursor where it was. */
    note(start: number, end: number): boolean {
      if (count === MAX_ATTRIBUTES) return false
      const at = NOTED * count++
      const whole = read(at, end)
      cursor.at = start
      return whole && isPlainName(at) && !isKnown(at)
    },
    write(): boolean {
      writer.varint(count)
      for (let at = 0; at < NOTED * count; at += NOTED) {
        if (!writer.plain(bytes, noted[at]!, noted[at + 1]!) || !writeValue(at)) return false
      }
      return true
    },
  }

  /** A name and a value, once each. The collector writes its messages from the end, so that the value comes first. */
  function read(at: number, end: number): boolean {
    let [names, values] = [0, 0]
    while (cursor.at < end) {
      const tag = cursor.tag(end)
      if (tag !== KEY_FIELD && tag !== VALUE_FIELD) return false
      const stop = cursor.delimited(end)
      if (tag === KEY_FIELD) {
        names++
        noted[at] = cursor.at
        noted[at + 1] = stop
        cursor.at = stop
      } else {
        values++
        if (!readValue(at, stop)) return false
      }
    }
    return names === 1 && values === 1
  }

  /** One thing alone. */
  function readValue(at: number, end: number): boolean {
    if (cursor.at >= end) return false
    const kind = cursor.tag(end)
    if (kind === TEXT_FIELD && cursor.delimited(end) !== end) return false
    noted[at + 2] = cursor.at
    noted[at + 3] = end
    noted[at + 4] = kind >>> 3
    if (kind === TEXT_FIELD) {
      const size = end - cursor.at
      cursor.at = end
      return size <= MAX_VALUE
    }
    if (kind !== TRUTH_FIELD && kind !== WHOLE_FIELD) return false
    cursor.varint(end)
    return cursor.at === end && cursor.high === 0
  }

  /** What may mark an exception, or be a mark of the store's own (`exception.…`, `errata.…`), is looked at by others. */
  function isPlainName(at: number): boolean {
    const [start, end] = [noted[at]!, noted[at + 1]!]
    if (start === end || end - start > MAX_NAME) return false
    return bytes[start] !== E || (bytes[start + 1] !== X && bytes[start + 1] !== R)
  }

  /** Of two values under one name the last counts: that is for others too. */
  function isKnown(at: number): boolean {
    const [start, end] = [noted[at]!, noted[at + 1]!]
    for (let other = 0; other < at; other += NOTED) {
      if (noted[other + 1]! - noted[other]! !== end - start) continue
      let index = end - start - 1
      while (index >= 0 && bytes[start + index] === bytes[noted[other]! + index]) index--
      if (index < 0) return true
    }
    return false
  }

  function writeValue(at: number): boolean {
    const kind = noted[at + 4]
    if (kind === TEXT) return writer.plain(bytes, noted[at + 2]!, noted[at + 3]!)
    cursor.at = noted[at + 2]!
    cursor.varint(noted[at + 3]!)
    writer.text(kind === WHOLE ? String(cursor.low) : String(cursor.low !== 0))
    return true
  }
}
