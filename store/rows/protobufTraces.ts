// Spans of protobuf → rows, from bytes to bytes. Most spans need nothing but their fields in another order, and making objects and
// strings of them cost four times what this does. Whatever is not plain goes the way of `traces.ts`, alone.
import { readTraces } from '../../otlp/read.ts'
import { ProtobufReader, DELIMITED } from '../../otlp/protobuf-reader.ts'
import type { Scope } from '../../otlp/otlp-json.ts'
import { createPlain } from './plain.ts'
import { sourceOf, type Making, type Marked, type Rows, type Source } from './rows.ts'
import { RowWriter } from './rowWriter.ts'
import { traceRows, writeSpan } from './traces.ts'

/** Throws a `WireError` when the bytes are no `ExportTraceServiceRequest`. */
export function protobufTraceRows(bytes: Buffer, making: Making): Rows {
  return new Request(bytes, making).rows() ?? traceRows(readTraces(bytes), making)
}

/** Where a part of the request stands. */
type Range = [start: number, end: number]

class Request {
  private readonly bytes: Buffer
  private readonly making: Making
  private readonly cursor: ProtobufReader
  private readonly writer = new RowWriter()
  private readonly marked: Marked[] = []
  private readonly plain: ReturnType<typeof createPlain>
  private readonly sources = new Map<string, Source>()
  private count = 0
  private position = 0

  constructor(bytes: Buffer, making: Making) {
    this.bytes = bytes
    this.making = making
    this.cursor = new ProtobufReader(bytes)
    this.plain = createPlain(this.cursor, this.writer, making.bounds)
  }

  /** Null: the messages are laid out as no encoder does, for instance with two resources that are to be merged. */
  rows(): Rows | null {
    const parts = this.partsOf([0, this.bytes.length], 1)
    for (const part of parts?.many ?? []) if (!this.takeResource(part)) return null
    return parts && { bytes: this.writer.whole(), count: this.count, marked: this.marked }
  }

  private takeResource(range: Range): boolean {
    const parts = this.partsOf(range, 2, 1)
    if (parts === null) return false
    const source = this.sourceAt(parts.one)
    return parts.many.every((scope) => this.takeScope(scope, source))
  }

  /** A relay puts the envelopes of many pages into one request, most of them with the same resource. */
  private sourceAt(range: Range | null): Source {
    const part = range === null ? null : this.part(range)
    const key = part?.toString('latin1') ?? ''
    const known = this.sources.get(key)
    if (known) return known
    const source = sourceOf(
      part === null ? undefined : readTraces(within(part, 1, 1)).resourceSpans?.[0]?.resource,
      undefined,
    )
    this.sources.set(key, source)
    return source
  }

  private takeScope(range: Range, source: Source): boolean {
    const parts = this.partsOf(range, 2, 1)
    if (parts === null) return false
    const scope =
      parts.one &&
      readTraces(within(this.part(parts.one), 1, 2, 1)).resourceSpans?.[0]?.scopeSpans?.[0]?.scope
    const plain = this.plain(source, scope ?? undefined)
    for (const span of parts.many) this.takeSpan(span, plain, source, scope ?? undefined)
    return true
  }

  private takeSpan(
    [start, end]: Range,
    plain: (start: number, end: number) => boolean,
    source: Source,
    scope: Scope | undefined,
  ): void {
    const from = this.writer.at
    this.count++
    if (plain(start, end)) {
      this.position++
      return
    }
    this.writer.at = from
    const span =
      readTraces(within(this.part([start, end]), 2, 2, 1)).resourceSpans?.[0]?.scopeSpans?.[0]?.spans?.[0] ??
      {}
    const occurrences = writeSpan(this.writer, span, scope, source, this.making, this.position)
    if (occurrences.length > 0) this.marked.push({ from, to: this.writer.at, occurrences })
    this.position += 1 + (span.events?.length ?? 0)
  }

  private part([start, end]: Range): Buffer {
    return this.bytes.subarray(start, end)
  }

  /** The messages in fields `many` and `one` of the message at `range`; other fields say nothing that a row holds. */
  private partsOf(
    [start, end]: Range,
    many: number,
    one?: number,
  ): { many: Range[]; one: Range | null } | null {
    const found: { many: Range[]; one: Range | null } = { many: [], one: null }
    const { cursor } = this
    cursor.at = start
    while (cursor.at < end) {
      const tag = cursor.tag(end)
      const number = tag >>> 3
      if (number > 3) {
        cursor.skip(tag & 7, end)
        continue
      }
      if ((tag & 7) !== DELIMITED || (number === one && found.one !== null)) return null
      const stop = cursor.delimited(end)
      if (number === many) found.many.push([cursor.at, stop])
      else if (number === one) found.one = [cursor.at, stop]
      cursor.at = stop
    }
    return found
  }
}

/** A request that holds nothing but this message: the fields say within which others it stands, the innermost first. */
function within(message: Buffer, ...fields: number[]): Buffer {
  const heads: number[] = []
  let size = message.length
  for (const field of fields) {
    const head = [(field << 3) | DELIMITED, ...varint(size)]
    heads.unshift(...head)
    size += head.length
  }
  return Buffer.concat([Buffer.from(heads), message])
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)]
}
