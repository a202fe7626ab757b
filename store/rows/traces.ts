// Spans → rows of otel_traces.
import type { ScopeSpans, Span, TracesRequest } from '../../otlp/shapes.ts'
import { attributesOf, type Attributes } from './attributes.ts'
import { instantOf, nanoseconds, seconds } from './instant.ts'
import { isException, markException, unmark, type Occurrence } from './occurrence.ts'
import { idOf, scopeColumns, sourceOf, type Making, type Row, type Source } from './rows.ts'
import { cleanName } from './text.ts'

const KINDS = ['Unspecified', 'Internal', 'Server', 'Client', 'Producer', 'Consumer']
const STATUSES = ['Unset', 'Ok', 'Error']

/** A year: no span is longer, and the engine's numbers end at five hundred. */
const LONGEST = 31_536_000_000_000_000n

/** Events and links of one span. OpenTelemetry's own limit is 128. */
const MAX_NESTED = 256

export function traceRows(request: TracesRequest, making: Making): Row[] {
  const rows: Row[] = []
  let position = 0
  for (const { resource, scopeSpans, schemaUrl } of request.resourceSpans ?? []) {
    const source = sourceOf(resource, schemaUrl)
    for (const scope of scopeSpans ?? []) {
      for (const span of scope.spans ?? []) {
        rows.push(spanRow(span, scope, source, making, position))
        position += 1 + (span.events?.length ?? 0)
      }
    }
  }
  return rows
}

function spanRow(span: Span, scope: ScopeSpans, source: Source, making: Making, position: number): Row {
  const start = instantOf(making.bounds, span.startTimeUnixNano, span.endTimeUnixNano)
  const attributes = attributesOf(span.attributes)
  const { events, occurrences } = eventsOf(span, start.ns, attributes, source, making, position)
  if (occurrences.length === 0 && isException(attributes, '')) {
    occurrences.push(mark(attributes, attributes, start.ns, source, making, position))
  } else unmark(attributes)
  if (start.original) attributes['errata.original_time'] = start.original
  const links = (span.links ?? []).slice(0, MAX_NESTED)
  const line = JSON.stringify({
    Timestamp: seconds(start.ns),
    TraceId: idOf(span.traceId, 32),
    SpanId: idOf(span.spanId, 16),
    ParentSpanId: idOf(span.parentSpanId, 16),
    TraceState: cleanName(span.traceState),
    SpanName: cleanName(span.name),
    SpanKind: KINDS[span.kind ?? 0] ?? 'Unspecified',
    ServiceName: source.service,
    ResourceAttributes: source.attributes,
    ...scopeColumns(scope.scope),
    SpanAttributes: attributes,
    Duration: durationOf(span),
    StatusCode: STATUSES[span.status?.code ?? 0] ?? 'Unset',
    StatusMessage: cleanName(span.status?.message),
    'Events.Timestamp': events.map((event) => seconds(event.ns)),
    'Events.Name': events.map((event) => event.name),
    'Events.Attributes': events.map((event) => event.attributes),
    'Links.TraceId': links.map((link) => idOf(link.traceId, 32)),
    'Links.SpanId': links.map((link) => idOf(link.spanId, 16)),
    'Links.TraceState': links.map((link) => cleanName(link.traceState)),
    'Links.Attributes': links.map((link) => attributesOf(link.attributes)),
  })
  return { line, occurrences }
}

type EventRow = { ns: bigint; name: string; attributes: Attributes }

function eventsOf(span: Span, start: bigint, spanAttributes: Attributes, source: Source, making: Making, position: number) {
  const events: EventRow[] = []
  const occurrences: Occurrence[] = []
  for (const [at, event] of (span.events ?? []).slice(0, MAX_NESTED).entries()) {
    const attributes = attributesOf(event.attributes)
    const name = cleanName(event.name)
    const { ns } = instantOf(making.bounds, event.timeUnixNano, String(start))
    if (name === 'exception') occurrences.push(mark(attributes, spanAttributes, ns, source, making, position + 1 + at))
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
  const occurrence = markException(attributes, '', { service: source.service, url, userAgent, ns, bodyHash, position, agents })
  // A row of spans is never left out for one of its occurrences; so these are not known again by their digest.
  return { ...occurrence, key: null }
}

/** Nanoseconds as decimal text; clocks that ran backwards give 0. */
function durationOf(span: Span): string {
  const [start, end] = [nanoseconds(span.startTimeUnixNano), nanoseconds(span.endTimeUnixNano)]
  if (start === 0n || end <= start) return '0'
  return String(end - start < LONGEST ? end - start : LONGEST)
}
