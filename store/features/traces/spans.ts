// Spans of traces in `otel_traces`: their columns as fields of the API, and when traces happened.
import type { Span } from '../../../contract/traces.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { rfc3339Column } from '../../database/instants.ts'

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

/** In seconds. `rows`: stored rows of its spans, repeated ones included. */
export type TimeBounds = { start: string; end: string; rows: number }

/** When traces happened, to search few granules of `otel_traces`. Null: no span of them is stored. */
export async function timeBounds(engine: Engine, traceIds: string[]): Promise<TimeBounds | null> {
  const [bounds] = await engine.query<TimeBounds>(
    `SELECT toString(intDiv(min(toUnixTimestamp64Nano(Start)), 1000000000)) AS start,
       sum(length(SpanHashes)) AS rows,
       toString(intDiv(max(toUnixTimestamp64Nano(Start) + LastStartOffset), 1000000000) + 1) AS end
     FROM trace_summaries WHERE TraceId IN {traceIds:Array(String)}`,
    { traceIds },
  )
  return bounds && bounds.rows > 0 ? bounds : null
}

export const IN_BOUNDS = `Timestamp >= fromUnixTimestamp({start:Int64})
  AND Timestamp <= fromUnixTimestamp({end:Int64})`
