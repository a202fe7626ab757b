// GET /api/traces/:traceId
import type { Engine } from '../engine/engine.ts'
import type { TraceException } from './contract.ts'
import { rfc3339, rfc3339Column } from '../rfc3339.ts'
import { HttpError } from './http/http-error.ts'
import { isTraceId } from './spans.ts'

/** Spans of one answer. A browser can still draw them; some 10 MB of JSON. */
const MAX_SPANS = 50_000

/** Exceptions of one trace that are listed. */
const MAX_EXCEPTIONS = 1_000

/** Spans of one question of a longer trace: buffers of the engine for 50,000 at once, and their copies, take 200 MB more than the trace itself. */
const PIECE = 10_000

/** In nanoseconds, beyond all that is stored. */
const LAST_INSTANT = '9000000000000000000'

/** In seconds. `rows`: its spans, each as often as it came. */
export type Window = { start: string; end: string; rows: number }

/** When a trace happened; null where no span of it is stored. Bounds the search to a few granules of the spans' table. */
export async function windowOf(engine: Engine, traceIds: string[]): Promise<Window | null> {
  const [found] = await engine.ask<Window>(
    `SELECT toString(intDiv(min(toUnixTimestamp64Nano(Start)), 1000000000)) AS start, sum(length(Spans)) AS rows,
       toString(intDiv(max(toUnixTimestamp64Nano(Start) + LastStart), 1000000000) + 1) AS end
     FROM trace_summaries WHERE TraceId IN {traceIds:Array(String)}`,
    { traceIds },
  )
  return found && found.rows > 0 ? found : null
}

export const IN_WINDOW = `Timestamp >= fromUnixTimestamp({start:Int64}) AND Timestamp <= fromUnixTimestamp({end:Int64})`

/** The answer as JSON (`TraceAnswer`), in pieces. Its spans are written by the engine: 50,000 as objects took 400 MB. */
export async function trace(engine: Engine, givenId: string): Promise<Buffer[]> {
  if (!isTraceId(givenId)) throw new HttpError(400, 'traceId must be 32 hex digits.')
  const traceId = givenId.toLowerCase()
  const [window, exceptions] = await Promise.all([windowOf(engine, [traceId]), exceptionsOf(engine, traceId)])
  const [all, spans] = window === null ? [NONE, []] : await toldOf(engine, { traceId, window, exceptions })
  const first = all.total > 0 ? all.start : exceptions[0]?.at
  if (first === undefined)
    throw new HttpError(
      404,
      'No span of this trace is stored. It may have been let go, sampled out, or not have arrived yet.',
    )
  const { durationNs, total: totalSpans } = all
  const head = JSON.stringify({
    traceId,
    start: rfc3339(first),
    durationNs,
    totalSpans,
    truncated: totalSpans > MAX_SPANS,
  })
  const told = JSON.stringify(exceptions.map((exception) => ({ ...exception, at: rfc3339(exception.at) })))
  return [Buffer.from(`${head.slice(0, -1)},"spans":[`), ...spans, Buffer.from(`],"exceptions":${told}}`)]
}

async function toldOf(engine: Engine, asked: Asked): Promise<[Summary, Buffer[]]> {
  const counted = summaryOf(engine, asked.traceId, asked.window)
  if (asked.window.rows > PIECE && (await counted).total === asked.window.rows)
    return [await counted, await inPieces(engine, asked)]
  const [all, spans] = await Promise.all([counted, spansOf(engine, asked, MAX_SPANS)])
  return [all, [listOf(spans).list]]
}

/** One that came twice is left out by looking at all of them at once: so only a trace in which none did is asked for like this. */
async function inPieces(engine: Engine, asked: Asked): Promise<Buffer[]> {
  const { traceId, window } = asked
  const edges = await engine.ask<{ edge: string }>(
    `SELECT toString(arrayJoin(arrayFilter((at, place) -> place % ${PIECE} = 1, arraySort(groupArray(toUnixTimestamp64Nano(Timestamp))) AS all, arrayEnumerate(all)))) AS edge
     FROM otel_traces WHERE TraceId = {traceId:String} AND ${IN_WINDOW}`,
    { traceId, ...window },
  )
  const pieces: Buffer[] = []
  let room = MAX_SPANS
  for (const [at, { edge }] of edges.entries()) {
    if (room <= 0) break
    const { list, rows } = listOf(
      await spansOf(engine, asked, room, { first: edge, next: edges[at + 1]?.edge ?? LAST_INSTANT }),
    )
    room -= rows
    if (rows > 0) pieces.push(...(pieces.length > 0 ? [Buffer.from(',')] : []), list)
  }
  return pieces
}

/** Lines of JSON as what stands between the brackets of a list. In place: each line feed is the end of a row, as none stands in JSON's text. */
function listOf(lines: Buffer): { list: Buffer; rows: number } {
  let rows = 0
  for (let end = lines.indexOf(LINE_FEED); end !== -1; end = lines.indexOf(LINE_FEED, end + 1)) {
    lines[end] = COMMA
    rows++
  }
  return { list: lines.at(-1) === COMMA ? lines.subarray(0, -1) : lines, rows }
}

const COMMA = 44
const LINE_FEED = 10

type Asked = { traceId: string; window: Window; exceptions: TraceException[] }

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

/** Between two instants in nanoseconds, the second of which no longer counts; without them all. */
function spansOf(
  engine: Engine,
  asked: Asked,
  limit: number,
  between = { first: '0', next: LAST_INSTANT },
): Promise<Buffer> {
  const { traceId, window, exceptions } = asked
  const counts = new Map<string, number>([['', 0]])
  for (const { spanId } of exceptions) counts.set(spanId, (counts.get(spanId) ?? 0) + 1)
  return engine.askBytes(
    'JSONEachRow',
    `SELECT SpanId AS spanId, nullIf(ParentSpanId, '') AS parentSpanId, SpanName AS name, lower(SpanKind) AS kind, ServiceName AS service,
       ${rfc3339Column('Timestamp')} AS start, Duration AS durationNs, lower(StatusCode) AS status,
       transform(SpanId, {spanIds:Array(String)}, {counts:Array(UInt32)}, toUInt32(0)) AS exceptions
     FROM (SELECT * FROM otel_traces WHERE TraceId = {traceId:String} AND ${IN_WINDOW}
       AND Timestamp >= fromUnixTimestamp64Nano({first:Int64}) AND Timestamp < fromUnixTimestamp64Nano({next:Int64}) LIMIT 1 BY SpanId)
     ORDER BY Timestamp, ParentSpanId != '', SpanId LIMIT {limit:UInt32}`,
    { traceId, ...window, ...between, limit, spanIds: [...counts.keys()], counts: [...counts.values()] },
  )
}

function exceptionsOf(engine: Engine, traceId: string): Promise<TraceException[]> {
  return engine.ask<TraceException>(
    `SELECT Digest AS digest, SpanId AS spanId, toString(Timestamp) AS at, Type AS type, Message AS message
     FROM exceptions WHERE TraceId = {traceId:String} ORDER BY Timestamp LIMIT {limit:UInt32}`,
    { traceId, limit: MAX_EXCEPTIONS },
  )
}
