// Spans → rows of otel_traces.
import type { Scope, Span, TracesRequest } from '../../otlp/otlp-json.ts'
import { attributesOf, type Attributes } from './attributes.ts'
import { instantOf, nanoseconds } from './instant.ts'
import { isException, markException, unmark, type Occurrence } from './occurrence.ts'
import { idOf, sourceOf, writeScope, type Making, type Marked, type Rows, type Source } from './rows.ts'
import { RowWriter } from './rowWriter.ts'
import { cleanName } from './text.ts'

export const KINDS = ['Unspecified', 'Internal', 'Server', 'Client', 'Producer', 'Consumer']
export const STATUSES = ['Unset', 'Ok', 'Error']

/** A year: no span is longer, and the engine's numbers end at five hundred. */
export const LONGEST = 31_536_000_000_000_000n

/** Events and links of one span. OpenTelemetry's own limit is 128. */
const MAX_NESTED = 256

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

export function traceRows(request: TracesRequest, making: Making): Rows {
  const writer = new RowWriter()
  const marked: Marked[] = []
  let [count, position] = [0, 0]
  for (const { resource, scopeSpans, schemaUrl } of request.resourceSpans ?? []) {
    const source = sourceOf(resource, schemaUrl)
    for (const { scope, spans } of scopeSpans ?? []) {
      for (const span of spans ?? []) {
        const from = writer.at
        const occurrences = writeSpan(writer, span, scope, source, making, position)
        if (occurrences.length > 0) marked.push({ from, to: writer.at, occurrences })
        count++
        position += 1 + (span.events?.length ?? 0)
      }
    }
  }
  return { bytes: writer.whole(), count, marked }
}

/** `position` names what in the request an occurrence was, should it come without a digest. */
export function writeSpan(
  writer: RowWriter,
  span: Span,
  scope: Scope | undefined,
  source: Source,
  making: Making,
  position: number,
): Occurrence[] {
  const start = instantOf(making.bounds, span.startTimeUnixNano, span.endTimeUnixNano)
  const attributes = attributesOf(span.attributes)
  const { events, occurrences } = eventsOf(span, start.ns, attributes, source, making, position)
  if (occurrences.length === 0 && isException(attributes, '')) {
    occurrences.push(mark(attributes, attributes, start.ns, source, making, position))
  } else unmark(attributes)
  if (start.original) attributes['errata.original_time'] = start.original
  const links = (span.links ?? []).slice(0, MAX_NESTED)
  writer.int64(start.ns)
  writer.text(idOf(span.traceId, 32))
  writer.text(idOf(span.spanId, 16))
  writer.text(idOf(span.parentSpanId, 16))
  writer.text(cleanName(span.traceState))
  writer.text(cleanName(span.name))
  writer.text(KINDS[span.kind ?? 0] ?? 'Unspecified')
  writer.text(source.service)
  writer.chunk(source.map)
  writeScope(writer, scope)
  writer.map(attributes)
  writer.int64(durationOf(span))
  writer.text(STATUSES[span.status?.code ?? 0] ?? 'Unset')
  writer.text(cleanName(span.status?.message))
  writer.list(events, (event) => writer.int64(event.ns))
  writer.list(events, (event) => writer.text(event.name))
  writer.list(events, (event) => writer.map(event.attributes))
  writer.list(links, (link) => writer.text(idOf(link.traceId, 32)))
  writer.list(links, (link) => writer.text(idOf(link.spanId, 16)))
  writer.list(links, (link) => writer.text(cleanName(link.traceState)))
  writer.list(links, (link) => writer.map(attributesOf(link.attributes)))
  return occurrences
}

type EventRow = { ns: bigint; name: string; attributes: Attributes }

function eventsOf(
  span: Span,
  start: bigint,
  spanAttributes: Attributes,
  source: Source,
  making: Making,
  position: number,
) {
  const events: EventRow[] = []
  const occurrences: Occurrence[] = []
  for (const [at, event] of (span.events ?? []).slice(0, MAX_NESTED).entries()) {
    const attributes = attributesOf(event.attributes)
    const name = cleanName(event.name)
    const { ns } = instantOf(making.bounds, event.timeUnixNano, String(start))
    if (name === 'exception')
      occurrences.push(mark(attributes, spanAttributes, ns, source, making, position + 1 + at))
    else unmark(attributes)
    events.push({ ns, name, attributes })
  }
  return { events, occurrences }
}

function mark(
  attributes: Attributes,
  spanAttributes: Attributes,
  ns: bigint,
  source: Source,
  making: Making,
  position: number,
): Occurrence {
  const url = attributes['url.full'] ?? spanAttributes['url.full'] ?? ''
  const userAgent = spanAttributes['user_agent.original'] || source.userAgent
  const { bodyHash, agents } = making
  const occurrence = markException(attributes, '', {
    source,
    holder: spanAttributes,
    url,
    userAgent,
    ns,
    bodyHash,
    position,
    agents,
  })
  // A row of spans is never left out for one of its occurrences; so these are not known again by their digest.
  return { ...occurrence, key: null }
}

/** Nanoseconds; clocks that ran backwards give 0. */
function durationOf(span: Span): bigint {
  const [start, end] = [nanoseconds(span.startTimeUnixNano), nanoseconds(span.endTimeUnixNano)]
  if (start === 0n || end <= start) return 0n
  return end - start < LONGEST ? end - start : LONGEST
}
