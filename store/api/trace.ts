// GET /api/traces/:traceId
import type { Engine } from '../engine/engine.ts'
import type { TraceException } from './contract.ts'
import { rfc3339, rfc3339Column } from './instant.ts'
import { Refusal } from './problem.ts'
import { isTraceId } from './spans.ts'

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

/** The answer as JSON (`TraceAnswer`), in pieces. Its spans are written by the engine: 50,000 as objects took 400 MB. */
export async function trace(engine: Engine, givenId: string): Promise<Buffer[]> {
  if (!isTraceId(givenId)) throw new Refusal(400, 'traceId must be 32 hex digits.')
  const traceId = givenId.toLowerCase()
  const [window, exceptions] = await Promise.all([windowOf(engine, [traceId]), exceptionsOf(engine, traceId)])
  const [all, spans] =
    window === null
      ? [NONE, Buffer.alloc(0)]
      : await Promise.all([summaryOf(engine, traceId, window), spansOf(engine, traceId, window, exceptions)])
  const first = all.total > 0 ? all.start : exceptions[0]?.at
  if (first === undefined)
    throw new Refusal(404, 'No span of this trace is stored. It may have been let go, sampled out, or not have arrived yet.')
  const { durationNs, total: totalSpans } = all
  const head = JSON.stringify({ traceId, start: rfc3339(first), durationNs, totalSpans, truncated: totalSpans > MAX_SPANS })
  const told = JSON.stringify(exceptions.map((exception) => ({ ...exception, at: rfc3339(exception.at) })))
  return [Buffer.from(`${head.slice(0, -1)},"spans":[`), listOf(spans), Buffer.from(`],"exceptions":${told}}`)]
}

/** Lines of JSON as what stands between the brackets of a list. In place: each line feed is the end of a row, as none stands in JSON's text. */
function listOf(lines: Buffer): Buffer {
  for (let end = lines.indexOf('\n'); end !== -1; end = lines.indexOf('\n', end + 1)) lines[end] = COMMA
  return lines.at(-1) === COMMA ? lines.subarray(0, -1) : lines
}

const COMMA = 44

type Summary = { start: string; durationNs: number; total: number }

const NONE: Summary = { start: '', durationNs: 0, total: 0 }

async function summaryOf(engine: Engine, traceId: string, window: Window): Promise<Summary> {
  const [row] = await engine.ask<Summary>(
    `SELECT toString(min(Timestamp)) AS start, uniqExact(SpanId) AS total,
       toInt64(max(toUnixTimestamp64Nano(Timestamp) + Duration)) - toUnixTimestamp64Nano(min(Timestamp)) AS durationNs
     FROM otel_traces WHERE TraceId = {traceId:String} AND ${IN_WINDOW}`,
    { traceId, ...window },
  )
  return row ?? NONE
}

function spansOf(engine: Engine, traceId: string, window: Window, exceptions: TraceException[]): Promise<Buffer> {
  const counts = new Map<string, number>([['', 0]])
  for (const { spanId } of exceptions) counts.set(spanId, (counts.get(spanId) ?? 0) + 1)
  return engine.askBytes(
    'JSONEachRow',
    `SELECT SpanId AS spanId, nullIf(ParentSpanId, '') AS parentSpanId, SpanName AS name, lower(SpanKind) AS kind, ServiceName AS service,
       ${rfc3339Column('Timestamp')} AS start, Duration AS durationNs, lower(StatusCode) AS status,
       transform(SpanId, {spanIds:Array(String)}, {counts:Array(UInt32)}, toUInt32(0)) AS exceptions
     FROM (SELECT * FROM otel_traces WHERE TraceId = {traceId:String} AND ${IN_WINDOW} LIMIT 1 BY SpanId)
     ORDER BY Timestamp, ParentSpanId != '', SpanId LIMIT {limit:UInt32}`,
    { traceId, ...window, limit: MAX_SPANS, spanIds: [...counts.keys()], counts: [...counts.values()] },
  )
}

function exceptionsOf(engine: Engine, traceId: string): Promise<TraceException[]> {
  return engine.ask<TraceException>(
    `SELECT Digest AS digest, SpanId AS spanId, toString(Timestamp) AS at, Type AS type, Message AS message
     FROM exceptions WHERE TraceId = {traceId:String} ORDER BY Timestamp LIMIT {limit:UInt32}`,
    { traceId, limit: MAX_EXCEPTIONS },
  )
}
