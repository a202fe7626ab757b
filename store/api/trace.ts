// GET /api/traces/:traceId
import type { Engine } from '../engine/engine.ts'
import type { TraceAnswer, TraceException } from './contract.ts'
import { rfc3339 } from './instant.ts'
import { Refusal } from './problem.ts'
import { isTraceId, SPAN_COLUMNS, toSpan, type SpanRow } from './spans.ts'

/** Spans of one answer. A browser can still draw them; some 10 MB of JSON. */
const MAX_SPANS = 50_000

/** Exceptions of one trace that are listed. */
const MAX_EXCEPTIONS = 1_000

export type Window = { start: string; end: string }

/** When a trace happened; null where no span of it is stored. Bounds the search to a few granules of the spans' table. */
export async function windowOf(engine: Engine, traceIds: string[]): Promise<Window | null> {
  const [found] = await engine.ask<{ start: string; end: string; rows: number }>(
    `SELECT toString(toUnixTimestamp(min(Start))) AS start, toString(toUnixTimestamp(max(End)) + 1) AS end, count() AS rows
     FROM otel_traces_trace_id_ts WHERE TraceId IN {traceIds:Array(String)}`,
    { traceIds },
  )
  return found && found.rows > 0 ? { start: found.start, end: found.end } : null
}

export const IN_WINDOW = `Timestamp >= fromUnixTimestamp({start:Int64}) AND Timestamp <= fromUnixTimestamp({end:Int64})`

export async function trace(engine: Engine, givenId: string): Promise<TraceAnswer> {
  if (!isTraceId(givenId)) throw new Refusal(400, 'traceId must be 32 hex digits.')
  const traceId = givenId.toLowerCase()
  const [window, exceptions] = await Promise.all([windowOf(engine, [traceId]), exceptionsOf(engine, traceId)])
  const rows = window === null ? [] : await spansOf(engine, traceId, window)
  const first = rows[0]?.start ?? exceptions[0]?.at
  if (first === undefined)
    throw new Refusal(404, 'No span of this trace is stored. It may have been let go, sampled out, or not have arrived yet.')
  const counts = new Map<string, number>()
  for (const { spanId } of exceptions) counts.set(spanId, (counts.get(spanId) ?? 0) + 1)
  return {
    traceId,
    start: rfc3339(first),
    durationNs: (rows[0]?.ends ?? 0) - (rows[0]?.ns ?? 0),
    totalSpans: rows[0]?.total ?? 0,
    truncated: (rows[0]?.total ?? 0) > rows.length,
    spans: rows.map((row) => toSpan(row, counts.get(row.spanId) ?? 0)),
    exceptions: exceptions.map((exception) => ({ ...exception, at: rfc3339(exception.at) })),
  }
}

type Row = SpanRow & {
  /** Nanoseconds since the window's start: of this span, and of the end of the last one, listed or not. */ ns: number
  ends: number
  total: number
}

function spansOf(engine: Engine, traceId: string, window: Window): Promise<Row[]> {
  return engine.ask<Row>(
    `SELECT ${SPAN_COLUMNS}, toUnixTimestamp64Nano(Timestamp) - {start:Int64} * 1000000000 AS ns, toInt64(max(toUnixTimestamp64Nano(Timestamp) + Duration) OVER () - {start:Int64} * 1000000000) AS ends, count() OVER () AS total
     FROM (SELECT * FROM otel_traces WHERE TraceId = {traceId:String} AND ${IN_WINDOW} LIMIT 1 BY SpanId)
     ORDER BY Timestamp, ParentSpanId != '', SpanId LIMIT {limit:UInt32}`,
    { traceId, start: window.start, end: window.end, limit: MAX_SPANS },
  )
}

function exceptionsOf(engine: Engine, traceId: string): Promise<TraceException[]> {
  return engine.ask<TraceException>(
    `SELECT Digest AS digest, SpanId AS spanId, toString(Timestamp) AS at, Type AS type, Message AS message
     FROM exceptions WHERE TraceId = {traceId:String} ORDER BY Timestamp LIMIT {limit:UInt32}`,
    { traceId, limit: MAX_EXCEPTIONS },
  )
}
