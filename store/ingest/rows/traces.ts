// Spans → rows of otel_traces.
import type { Scope, Span, TracesRequest } from '../../../otlp/otlp-json.ts'
import { createSlices } from '../../../server/event-loop.ts'
import { toAttributes, type Attributes } from './attributes.ts'
import { nanoseconds, toInstant } from './instant.ts'
import { MAX_DURATION_NS, MAX_EVENTS } from './limits.ts'
import { addressOf, enrichException, isException, stripReserved, type Occurrence } from './occurrence.ts'
import { RequestRows } from './request-rows.ts'
import type { RowWriter } from './row-writer.ts'
import { cleanName, toId } from './text.ts'
import type { RowContext } from './row-context.ts'
import { resourceInfo, writeScope, type ResourceInfo } from './resource.ts'
import type { Rows } from './rows.ts'

export const SPAN_KINDS = ['Unspecified', 'Internal', 'Server', 'Client', 'Producer', 'Consumer']
export const STATUS_CODES = ['Unset', 'Ok', 'Error']

/** The columns of a row, in the order in which they are written. */
export const TRACE_COLUMNS = [
  'Timestamp',
  'TraceId',
  'SpanId',
  'ParentSpanId',
  'TraceState',
  'SpanName',
  'SpanKind',
  'ServiceName',
  'ResourceAttributes',
  'ScopeName',
  'ScopeVersion',
  'SpanAttributes',
  'Duration',
  'StatusCode',
  'StatusMessage',
  'Events.Timestamp',
  'Events.Name',
  'Events.Attributes',
  'Links.TraceId',
  'Links.SpanId',
  'Links.TraceState',
  'Links.Attributes',
]

/** In slices, as `logRows`. */
export async function traceRows(request: TracesRequest, context: RowContext): Promise<Rows> {
  const slices = createSlices()
  const rows = new RequestRows(context)
  const { writer } = rows
  for (const { resource, scopeSpans, schemaUrl } of request.resourceSpans ?? []) {
    rows.startResource()
    const info = resourceInfo(resource, schemaUrl)
    for (const { scope, spans } of scopeSpans ?? []) {
      for (const span of spans ?? []) {
        if (slices.isOver()) await slices.next()
        const from = writer.position
        const { hash, position } = rows
        const occurrences = writeSpan(writer, span, { scope, resource: info, context, hash, position })
        rows.add(from, occurrences, span.events?.length)
      }
    }
  }
  return rows.result()
}

/** `hash` and `position`: see `RequestRows`. */
export type SpanParent = {
  scope: Scope | undefined
  resource: ResourceInfo
  context: RowContext
  hash: string
  position: number
}

export function writeSpan(writer: RowWriter, span: Span, parent: SpanParent): Occurrence[] {
  const { scope, resource, context } = parent
  const start = toInstant(context.limits, span.startTimeUnixNano, span.endTimeUnixNano)
  const attributes = toAttributes(span.attributes)
  const { events, occurrences } = readEvents(span, { ...parent, start: start.ns, attributes })
  if (occurrences.length === 0 && isException(attributes, '')) {
    const details = { contextAttributes: attributes, ns: start.ns, start: start.ns, isSpan: true }
    occurrences.push(enrich(attributes, { ...parent, ...details }))
  } else stripReserved(attributes)
  if (start.original) attributes['errata.original_time'] = start.original
  const links = (span.links ?? []).slice(0, MAX_EVENTS)
  writer.int64(start.ns)
  writer.text(toId(span.traceId, 32))
  writer.text(toId(span.spanId, 16))
  writer.text(toId(span.parentSpanId, 16))
  writer.text(cleanName(span.traceState))
  writer.text(cleanName(span.name))
  writer.text(SPAN_KINDS[span.kind ?? 0] ?? 'Unspecified')
  writer.text(resource.service)
  writer.append(resource.map)
  writeScope(writer, scope)
  writer.map(attributes)
  writer.int64(durationOf(span))
  writer.text(STATUS_CODES[span.status?.code ?? 0] ?? 'Unset')
  writer.text(cleanName(span.status?.message))
  writer.list(events, (event) => writer.int64(event.ns))
  writer.list(events, (event) => writer.text(event.name))
  writer.list(events, (event) => writer.map(event.attributes))
  writer.list(links, (link) => writer.text(toId(link.traceId, 32)))
  writer.list(links, (link) => writer.text(toId(link.spanId, 16)))
  writer.list(links, (link) => writer.text(cleanName(link.traceState)))
  writer.list(links, (link) => writer.map(toAttributes(link.attributes)))
  // A later event may have added the address of the page to the span.
  return occurrences.map((occurrence) => ({ ...occurrence, url: addressOf(attributes) }))
}

type SpanEvent = { ns: bigint; name: string; attributes: Attributes }
type EventParent = SpanParent & { start: bigint; attributes: Attributes }

function readEvents(span: Span, parent: EventParent): { events: SpanEvent[]; occurrences: Occurrence[] } {
  const { context, start, attributes: contextAttributes } = parent
  const occurrences: Occurrence[] = []
  const events = (span.events ?? []).slice(0, MAX_EVENTS).map((event, index): SpanEvent => {
    const attributes = toAttributes(event.attributes)
    const name = cleanName(event.name)
    const { ns } = toInstant(context.limits, event.timeUnixNano, String(start))
    const position = parent.position + 1 + index
    if (name === 'exception' && !isRepeated(span, attributes, context))
      occurrences.push(enrich(attributes, { ...parent, contextAttributes, ns, position }))
    else stripReserved(attributes)
    return { ns, name, attributes }
  })
  return { events, occurrences }
}

/** Two exceptions of one span are two. */
function isRepeated(span: Span, exception: Attributes, { repeatedExceptions }: RowContext): boolean {
  const [start, end] = [nanoseconds(span.startTimeUnixNano), nanoseconds(span.endTimeUnixNano)]
  const { traceId = '', spanId = '' } = span
  return repeatedExceptions.has(exception, { traceId, spanId, start, end })
}

type ExceptionParent = SpanParent & {
  contextAttributes: Attributes
  ns: bigint
  isSpan?: boolean
  /** Of its span. */
  start: bigint
}

function enrich(attributes: Attributes, parent: ExceptionParent): Occurrence {
  // Without a key: a repeated occurrence must not remove the row of its span.
  const occurrence = enrichException(attributes, { ...parent, body: '', eventName: '' })
  return { ...occurrence, key: null, spanNs: parent.start }
}

/** Nanoseconds; 0 where the end is before the start. */
function durationOf(span: Span): bigint {
  const [start, end] = [nanoseconds(span.startTimeUnixNano), nanoseconds(span.endTimeUnixNano)]
  if (start === 0n || end <= start) return 0n
  return end - start < MAX_DURATION_NS ? end - start : MAX_DURATION_NS
}
