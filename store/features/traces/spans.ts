// Columns of `otel_traces` as the fields of a span of the API.
import type { Span } from '../../../contract/traces.ts'
import { rfc3339Column } from '../../database/rfc3339.ts'

export type SpanRow = Omit<Span, 'exceptions'>

export const SPAN_COLUMNS = `SpanId AS spanId, nullIf(ParentSpanId, '') AS parentSpanId, SpanName AS name,
  lower(SpanKind) AS kind, ServiceName AS service, ${rfc3339Column('Timestamp')} AS start,
  Duration AS durationNs, lower(StatusCode) AS status`

/** `SpanDetails`, without the fields that only one span alone has. */
export const DETAIL_COLUMN = `CAST(
  (StatusMessage, SpanAttributes, ResourceAttributes,
    arrayMap((at, name, attributes) -> (${rfc3339Column('at')}, name, attributes),
      Events.Timestamp, Events.Name, Events.Attributes),
    arrayMap((trace, span, attributes) -> (trace, span, attributes),
      Links.TraceId, Links.SpanId, Links.Attributes)),
  'Tuple(statusMessage String, attributes Map(String, String), resource Map(String, String),
    events Array(Tuple(at String, name String, attributes Map(String, String))),
    links Array(Tuple(traceId String, spanId String, attributes Map(String, String))))') AS details`
