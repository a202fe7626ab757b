// Fast path, protobuf → row, for spans without events and links whose texts and instants need no change.
import { type ProtobufReader, DELIMITED, FIXED32, FIXED64, VARINT } from '../../../otlp/protobuf-reader.ts'
import type { Scope } from '../../../otlp/otlp-json.ts'
import { createFastAttributes } from './fast-attributes.ts'
import type { TimeLimits } from './instant.ts'
import { MAX_DURATION_NS, MAX_NAME_LENGTH } from './limits.ts'
import { RowWriter } from './row-writer.ts'
import { SPAN_KINDS, STATUS_CODES } from './traces.ts'
import { writeScope, type ResourceInfo } from './resource.ts'

/** Numbers of the fields of a span. */
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
/** How many attributes, events and links the sender left out: no column has it. */
const DROPPED_COUNTS = new Set([10, 12, 14])

/** A 64-bit number is two halves. Durations near the limit are cut by the slow path. */
const TWO_POW_32 = 2 ** 32
const MAX_DURATION_HIGH = Number(MAX_DURATION_NS / BigInt(TWO_POW_32))

/** The seven columns of events and links, empty. */
const NO_EVENTS_AND_LINKS = Buffer.alloc(7)

/** Writes the span between `start` and `end`. False: it needs the slow path; bytes may be written. */
export type FastSpan = (start: number, end: number) => boolean

/** Makes the writers of the spans of each resource and scope. */
export function createFastSpanWriter(
  cursor: ProtobufReader,
  writer: RowWriter,
  limits: TimeLimits,
): (resource: ResourceInfo, scope: Scope | undefined) => FastSpan {
  const { bytes } = cursor
  const earliest = toMilliseconds(limits.earliest)
  const latest = toMilliseconds(limits.latest)
  /** Start and end of the value of each field, or the number itself. */
  const offsets = new Int32Array(2 * (STATUS + 1))
  const attributes = createFastAttributes(cursor, writer)

  return (resource, scope) => {
    const resourceColumns = encode((chunk) => {
      chunk.text(resource.service)
      chunk.append(resource.map)
      writeScope(chunk, scope)
    })
    return (start, end) => {
      offsets.fill(0)
      attributes.reset()
      return readFields(start, end) && write(resourceColumns)
    }
  }

  function readFields(start: number, end: number): boolean {
    cursor.at = start
    while (cursor.at < end) {
      const tag = cursor.tag(end)
      const [field, wire] = [tag >>> 3, tag & 7]
      if (field === EVENTS || field === LINKS || (field === STATUS && offsets[2 * STATUS + 1] !== 0))
        return false
      if (field > FLAGS) cursor.skip(wire, end)
      else if (DROPPED_COUNTS.has(field) || field === FLAGS) {
        if (wire !== (field === FLAGS ? FIXED32 : VARINT)) return false
        cursor.skip(wire, end)
      } else if (field === START || field === END) {
        if (wire !== FIXED64) return false
        offsets[2 * field] = cursor.fixed(8, end)
      } else if (field === KIND) {
        if (wire !== VARINT) return false
        cursor.varint(end)
        offsets[2 * KIND] = cursor.low | 0
      } else {
        if (wire !== DELIMITED) return false
        const stop = cursor.delimited(end)
        if (field === ATTRIBUTES && !attributes.read(cursor.at, stop)) return false
        offsets[2 * field] = cursor.at
        offsets[2 * field + 1] = stop
        cursor.at = stop
      }
    }
    return true
  }

  function write(resourceColumns: Buffer): boolean {
    if (!writeStart()) return false
    if (!writeId(TRACE_ID, 16) || !writeId(SPAN_ID, 8) || !writeId(PARENT_SPAN_ID, 8)) return false
    if (!writeName(TRACE_STATE) || !writeName(NAME)) return false
    writer.append(KIND_CHUNKS[offsets[2 * KIND]!] ?? KIND_CHUNKS[0]!)
    writer.append(resourceColumns)
    if (!attributes.write() || !writeDuration() || !writeStatus()) return false
    writer.append(NO_EVENTS_AND_LINKS)
    return true
  }

  function writeStart(): boolean {
    const start = offsets[2 * START]!
    if (start === 0) return false
    const [low, high] = [bytes.readUInt32LE(start), bytes.readUInt32LE(start + 4)]
    const milliseconds = (high * TWO_POW_32 + low) / 1e6
    if (!(milliseconds > earliest && milliseconds < latest)) return false
    writer.fixed64({ low, high })
    return true
  }

  function writeDuration(): boolean {
    const [start, end] = [offsets[2 * START]!, offsets[2 * END]!]
    let low = end === 0 ? 0 : bytes.readUInt32LE(end) - bytes.readUInt32LE(start)
    let high = end === 0 ? 0 : bytes.readUInt32LE(end + 4) - bytes.readUInt32LE(start + 4)
    if (low < 0) [low, high] = [low + TWO_POW_32, high - 1]
    if (high >= MAX_DURATION_HIGH) return false
    if (high < 0) writer.fixed64({ low: 0, high: 0 })
    else writer.fixed64({ low, high })
    return true
  }

  /** Code and message, both optional. */
  function writeStatus(): boolean {
    const end = offsets[2 * STATUS + 1]!
    let [code, start, stop] = [0, 0, 0]
    cursor.at = offsets[2 * STATUS]!
    while (cursor.at < end) {
      const tag = cursor.tag(end)
      if (tag === ((3 << 3) | VARINT)) {
        cursor.varint(end)
        code = cursor.low | 0
      } else if (tag === ((2 << 3) | DELIMITED)) {
        stop = cursor.delimited(end)
        start = cursor.at
        cursor.at = stop
      } else return false
    }
    writer.append(STATUS_CHUNKS[code] ?? STATUS_CHUNKS[0]!)
    return stop - start <= MAX_NAME_LENGTH && writer.ascii(bytes, start, stop)
  }

  /** An id of `length` bytes, or an empty text. One of zeros is invalid and rare: it needs the slow path. */
  function writeId(field: number, length: number): boolean {
    const [start, end] = [offsets[2 * field]!, offsets[2 * field + 1]!]
    if (start === end) {
      writer.byte(0)
      return true
    }
    if (end - start !== length || isZero(start, end)) return false
    writer.hexText(bytes, start, end)
    return true
  }

  function isZero(start: number, end: number): boolean {
    while (start < end && bytes[start] === 0) start++
    return start === end
  }

  function writeName(field: number): boolean {
    const [start, end] = [offsets[2 * field]!, offsets[2 * field + 1]!]
    return end - start <= MAX_NAME_LENGTH && writer.ascii(bytes, start, end)
  }
}

const KIND_CHUNKS = SPAN_KINDS.map((text) => encode((chunk) => chunk.text(text)))
const STATUS_CHUNKS = STATUS_CODES.map((text) => encode((chunk) => chunk.text(text)))

function encode(write: (chunk: RowWriter) => void): Buffer {
  const chunk = new RowWriter()
  write(chunk)
  return chunk.result()
}

function toMilliseconds(ns: bigint): number {
  return Number(ns / 1_000_000n)
}
