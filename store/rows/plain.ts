// A span of protobuf that needs no cleaning, no marking and no moving: its fields as the bytes of a row.
import { type ProtobufReader, DELIMITED, FIXED32, FIXED64, VARINT } from '../../otlp/protobuf-reader.ts'
import type { Scope } from '../../otlp/otlp-json.ts'
import { createPlainAttributes } from './plainAttributes.ts'
import type { Bounds } from './instant.ts'
import { writeScope, type Source } from './rows.ts'
import { RowWriter } from './rowWriter.ts'
import { MAX_NAME } from './text.ts'
import { KINDS, LONGEST, STATUSES } from './traces.ts'

/** Field numbers of a span, and where their values are noted: start and end, or the number itself. */
const TRACE_ID = 1
const SPAN_ID = 2
const TRACE_STATE = 3
const PARENT_SPAN_ID = 4
const NAME = 5
const KIND = 6
const START = 7
const END = 8
const ATTRIBUTES = 9
const EVENTS = 11
const LINKS = 13
const STATUS = 15
const FLAGS = 16
/** What was dropped before it was sent; no column says it. */
const COUNTS = new Set([10, 12, 14])

/** Halves of 64-bit numbers. A duration of more is as long as `LONGEST` or nearly, and cut by others. */
const HIGH = 2 ** 32
const LONGEST_HIGH = Number(LONGEST / BigInt(HIGH))

/** Columns of events and links. A plain span has none. */
const NESTED = Buffer.alloc(7)

/** Tells how to write the spans of a source and scope: true when the span between `start` and `end` is written, false when it is not plain. */
export function createPlain(cursor: ProtobufReader, writer: RowWriter, bounds: Bounds) {
  const { bytes } = cursor
  const earliest = milliseconds(bounds.earliest)
  const latest = milliseconds(bounds.latest)
  const noted = new Int32Array(2 * (STATUS + 1))
  const attributes = createPlainAttributes(cursor, writer)

  return (source: Source, scope: Scope | undefined) => {
    const before = chunkOf((chunk) => {
      chunk.text(source.service)
      chunk.chunk(source.map)
      writeScope(chunk, scope)
    })
    return (start: number, end: number): boolean => {
      noted.fill(0)
      attributes.begin()
      return note(start, end) && write(before)
    }
  }

  function note(start: number, end: number): boolean {
    cursor.at = start
    while (cursor.at < end) {
      const tag = cursor.tag(end)
      const [field, wire] = [tag >>> 3, tag & 7]
      if (field === EVENTS || field === LINKS || (field === STATUS && noted[2 * STATUS + 1] !== 0))
        return false
      if (field > FLAGS) cursor.skip(wire, end)
      else if (COUNTS.has(field) || field === FLAGS) {
        if (wire !== (field === FLAGS ? FIXED32 : VARINT)) return false
        cursor.skip(wire, end)
      } else if (field === START || field === END) {
        if (wire !== FIXED64) return false
        noted[2 * field] = cursor.fixed(8, end)
      } else if (field === KIND) {
        if (wire !== VARINT) return false
        cursor.varint(end)
        noted[2 * KIND] = cursor.low | 0
      } else {
        if (wire !== DELIMITED) return false
        const stop = cursor.delimited(end)
        if (field === ATTRIBUTES && !attributes.note(cursor.at, stop)) return false
        noted[2 * field] = cursor.at
        noted[2 * field + 1] = stop
        cursor.at = stop
      }
    }
    return true
  }

  function write(before: Buffer): boolean {
    if (!writeStart()) return false
    if (!id(TRACE_ID, 16) || !id(SPAN_ID, 8) || !id(PARENT_SPAN_ID, 8)) return false
    if (!name(TRACE_STATE) || !name(NAME)) return false
    writer.chunk(KIND_CHUNKS[noted[2 * KIND]!] ?? KIND_CHUNKS[0]!)
    writer.chunk(before)
    if (!attributes.write() || !writeDuration() || !writeStatus()) return false
    writer.chunk(NESTED)
    return true
  }

  function writeStart(): boolean {
    const at = noted[2 * START]!
    if (at === 0) return false
    const [low, high] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)]
    const instant = (high * HIGH + low) / 1e6
    if (!(instant > earliest && instant < latest)) return false
    writer.halves(low, high)
    return true
  }

  function writeDuration(): boolean {
    const [start, end] = [noted[2 * START]!, noted[2 * END]!]
    let low = end === 0 ? 0 : bytes.readUInt32LE(end) - bytes.readUInt32LE(start)
    let high = end === 0 ? 0 : bytes.readUInt32LE(end + 4) - bytes.readUInt32LE(start + 4)
    if (low < 0) [low, high] = [low + HIGH, high - 1]
    if (high >= LONGEST_HIGH) return false
    if (high < 0) writer.halves(0, 0)
    else writer.halves(low, high)
    return true
  }

  /** A code and a message, both of which may be missing. */
  function writeStatus(): boolean {
    const end = noted[2 * STATUS + 1]!
    let [code, from, to] = [0, 0, 0]
    cursor.at = noted[2 * STATUS]!
    while (cursor.at < end) {
      const tag = cursor.tag(end)
      if (tag === ((3 << 3) | VARINT)) {
        cursor.varint(end)
        code = cursor.low | 0
      } else if (tag === ((2 << 3) | DELIMITED)) {
        to = cursor.delimited(end)
        from = cursor.at
        cursor.at = to
      } else return false
    }
    writer.chunk(STATUS_CHUNKS[code] ?? STATUS_CHUNKS[0]!)
    return to - from <= MAX_NAME && writer.plain(bytes, from, to)
  }

  /** An id of its length, or none; one of zeros is none, and rare. */
  function id(field: number, length: number): boolean {
    const [start, end] = [noted[2 * field]!, noted[2 * field + 1]!]
    if (start === end) {
      writer.byte(0)
      return true
    }
    if (end - start !== length || isZero(start, end)) return false
    writer.hex(bytes, start, end)
    return true
  }

  function isZero(start: number, end: number): boolean {
    while (start < end && bytes[start] === 0) start++
    return start === end
  }

  function name(field: number): boolean {
    const [start, end] = [noted[2 * field]!, noted[2 * field + 1]!]
    return end - start <= MAX_NAME && writer.plain(bytes, start, end)
  }
}

const KIND_CHUNKS = KINDS.map(textChunk)
const STATUS_CHUNKS = STATUSES.map(textChunk)

function textChunk(text: string): Buffer {
  return chunkOf((chunk) => chunk.text(text))
}

function chunkOf(write: (chunk: RowWriter) => void): Buffer {
  const chunk = new RowWriter()
  write(chunk)
  return chunk.whole()
}

function milliseconds(ns: bigint): number {
  return Number(ns / 1_000_000n)
}
