// Fast path for spans in protobuf: bytes → rows. Most spans only need their fields in another order; as
// objects they take four times as long. Any other span takes the slow path of `traces.ts`, alone.
import { ProtobufReader, DELIMITED } from '../../../otlp/protobuf-reader.ts'
import { readTraces } from '../../../otlp/read.ts'
import { createSlices } from '../../../server/event-loop.ts'
import type { Scope } from '../../../otlp/otlp-json.ts'
import { createFastSpanWriter, type FastSpan } from './fast-span.ts'
import { RowWriter } from './row-writer.ts'
import { traceRows, writeSpan, type SpanParent } from './traces.ts'
import type { RowContext } from './row-context.ts'
import { resourceInfo, type ResourceInfo } from './resource.ts'
import { RequestRows } from './request-rows.ts'
import type { Rows } from './rows.ts'

/** Throws an `OtlpError` where the bytes are no `ExportTraceServiceRequest`. */
export async function fastTraceRows(bytes: Buffer, context: RowContext): Promise<Rows> {
  return (await new TracesRequestReader(bytes, context).rows()) ?? traceRows(readTraces(bytes), context)
}

/** Where a message is in the request. */
type Range = [start: number, end: number]

/** The messages of a repeated field, and the message of an optional one. */
type SubMessages = { repeated: Range[]; optional: Range | null }

class TracesRequestReader {
  private readonly bytes: Buffer
  private readonly context: RowContext
  private readonly cursor: ProtobufReader
  private readonly requestRows: RequestRows
  private readonly fastSpan: ReturnType<typeof createFastSpanWriter>
  private readonly slices = createSlices()
  private readonly resources = new Map<string, ResourceInfo>()

  constructor(bytes: Buffer, context: RowContext) {
    this.bytes = bytes
    this.context = context
    this.cursor = new ProtobufReader(bytes)
    this.requestRows = new RequestRows(context)
    this.fastSpan = createFastSpanWriter(this.cursor, this.requestRows.writer, context.limits)
  }

  /** Null: as no encoder writes messages, for instance with two resources that must be merged. */
  async rows(): Promise<Rows | null> {
    const messages = this.subMessages([0, this.bytes.length], { repeated: 1 })
    for (const message of messages?.repeated ?? []) if (!(await this.readResourceSpans(message))) return null
    return messages && this.requestRows.result()
  }

  private async readResourceSpans(range: Range): Promise<boolean> {
    this.requestRows.startResource()
    const messages = this.subMessages(range, { repeated: 2, optional: 1 })
    if (messages === null) return false
    const resource = this.resourceAt(messages.optional)
    for (const scope of messages.repeated) if (!(await this.readScopeSpans(scope, resource))) return false
    return true
  }

  /** A relay puts the envelopes of many pages into one request, most of them with the same resource. */
  private resourceAt(range: Range | null): ResourceInfo {
    const bytes = range === null ? null : this.slice(range)
    const key = bytes?.toString('latin1') ?? ''
    const cached = this.resources.get(key)
    if (cached) return cached
    const resource = bytes && readTraces(wrapIn(bytes, 1, 1)).resourceSpans?.[0]?.resource
    const info = resourceInfo(resource ?? undefined)
    this.resources.set(key, info)
    return info
  }

  private async readScopeSpans(range: Range, resource: ResourceInfo): Promise<boolean> {
    const messages = this.subMessages(range, { repeated: 2, optional: 1 })
    if (messages === null) return false
    const scope = messages.optional === null ? undefined : this.scopeAt(messages.optional)
    const fastSpan = this.fastSpan(resource, scope)
    for (const span of messages.repeated) {
      if (this.slices.isOver()) await this.slices.next()
      this.writeSpan(span, fastSpan, { scope, resource })
    }
    return true
  }

  private scopeAt(range: Range): Scope | undefined {
    return readTraces(wrapIn(this.slice(range), 1, 2, 1)).resourceSpans?.[0]?.scopeSpans?.[0]?.scope
  }

  private writeSpan(range: Range, fastSpan: FastSpan, parent: Pick<SpanParent, 'scope' | 'resource'>): void {
    const { context, requestRows } = this
    const { writer, hash, position } = requestRows
    const from = writer.position
    if (fastSpan(...range)) {
      requestRows.add(from, [])
      return
    }
    writer.position = from
    const request = readTraces(wrapIn(this.slice(range), 2, 2, 1))
    const span = request.resourceSpans?.[0]?.scopeSpans?.[0]?.spans?.[0] ?? {}
    const occurrences = writeSpan(writer, span, { ...parent, context, hash, position })
    requestRows.add(from, occurrences, span.events?.length)
  }

  private slice([start, end]: Range): Buffer {
    return this.bytes.subarray(start, end)
  }

  /** Finds two fields of a message by their numbers; no row needs the others. Null: `rows` explains. */
  private subMessages(
    [start, end]: Range,
    fields: { repeated: number; optional?: number },
  ): SubMessages | null {
    const messages: SubMessages = { repeated: [], optional: null }
    const { cursor } = this
    cursor.at = start
    while (cursor.at < end) {
      const tag = cursor.tag(end)
      const field = tag >>> 3
      if (field > 3) {
        cursor.skip(tag & 7, end)
        continue
      }
      const isSecond = field === fields.optional && messages.optional !== null
      if ((tag & 7) !== DELIMITED || isSecond) return null
      const stop = cursor.delimited(end)
      if (field === fields.repeated) messages.repeated.push([cursor.at, stop])
      else if (field === fields.optional) messages.optional = [cursor.at, stop]
      cursor.at = stop
    }
    return messages
  }
}

/** A request with this message alone. `fields`: the fields that it is in, the innermost first. */
function wrapIn(message: Buffer, ...fields: number[]): Buffer {
  const header = new RowWriter()
  let size = message.length
  const headers = fields.map((field) => {
    const start = header.position
    header.byte((field << 3) | DELIMITED)
    header.varint(size)
    size += header.position - start
    return [start, header.position] as const
  })
  const bytes = header.result()
  return Buffer.concat([...headers.toReversed().map(([start, end]) => bytes.subarray(start, end)), message])
}
