// A trace: its spans and exceptions.
import type { Engine } from '../../database/engine/engine.ts'
import type { TraceAnswer, TraceException, TraceSpanEvent } from '../../../contract/traces.ts'
import { rfc3339 } from '../../database/instants.ts'
import { HttpError } from '../../../server/http-error.ts'
import { flag, group, instant, integer, parsed } from '../../http/parameters.ts'
import { JsonChunks, path, type WithEngine } from '../../http/path.ts'
import { MAX_SMALL, readSmallTrace, type SmallTrace } from './small-trace.ts'
import { DETAIL_COLUMN, IN_BOUNDS, SPAN_COLUMNS, timeBounds, type TimeBounds } from './spans.ts'
import { parseSpanId, TRACE_ID } from './trace-parameters.ts'
import { selectSpans, type SpanFocus } from './trace-selection.ts'

/** Spans of one answer. A browser can still draw them; some 10 MB of JSON. */
const MAX_SPANS = 50_000

/** With all that is stored of each: some 2 kB of JSON a span. */
const MAX_DETAILED_SPANS = 2_000

/** Exceptions of one trace that are listed. */
const MAX_EXCEPTIONS = 1_000

/** Events of spans of one trace that are listed: more dots do not fit on a screen. */
const MAX_SPAN_EVENTS = 1_000

/** Spans of one query: buffers of the engine for 50,000 take 200 MB more memory than the trace itself. */
const CHUNK_SPANS = 10_000

/** In nanoseconds, after everything that is stored. */
const MAX_NS = '9000000000000000000'

const OPTIONS = group(
  {
    limit: integer('Spans of the answer, of up to 50,000; with `details` of up to 2,000.', {
      fallback: null,
      min: 1,
      max: MAX_SPANS,
    }),
    span: parsed('With a limit: its ancestors and their children come first.', (id, name) =>
      id === '' ? '' : parseSpanId(id, name),
    ),
    around: instant('With a limit: spans near this instant come before others.'),
    details: flag('With the attributes, events and links of each span.'),
  },
  ({ limit, span, around, details }): TraceOptions => {
    const max = details ? MAX_DETAILED_SPANS : MAX_SPANS
    if (limit !== null && limit > max) throw new HttpError(400, `limit must be an integer from 1 to ${max}.`)
    return { limit: limit ?? max, focus: { spanId: span, around }, hasDetails: details }
  },
)

export const tracePath = path('GET /api/traces/:traceId', {
  summary: 'The spans and exceptions of a trace',
  parameters: { traceId: TRACE_ID, options: OPTIONS },
  answer: 'TraceAnswer',
  handle: async ({ parameters: { traceId, options } }, { engine }: WithEngine) =>
    new JsonChunks(await trace(engine, traceId, options)),
})

/** `TraceAnswer` as JSON, in pieces. The engine writes the spans: 50,000 of them as objects took 400 MB. */
async function trace(engine: Engine, traceId: string, options: TraceOptions): Promise<Buffer[]> {
  const [exceptions, { bounds, small }] = await Promise.all([
    exceptionsOf(engine, traceId),
    readBounds(engine, traceId, options),
  ])
  if (small !== null) return [Buffer.from(JSON.stringify(smallAnswer(traceId, small, exceptions)))]
  const selection = bounds && { traceId, bounds, exceptions, ...options }
  const [[summary, spans], spanEvents] = selection
    ? await Promise.all([spansAndSummary(engine, selection), spanEventsOf(engine, selection)])
    : [[EMPTY, []], []]
  const start = summary.total > 0 ? summary.start : exceptions[0]?.at
  if (start === undefined)
    throw new HttpError(
      404,
      'No span of this trace is stored. It was deleted or not sampled, or has not arrived yet.',
    )
  const { durationNs, total: totalSpans } = summary
  const truncated = totalSpans > options.limit
  const head = JSON.stringify({ traceId, start: rfc3339(start), durationNs, totalSpans, truncated })
  const tail = JSON.stringify({
    exceptions: exceptions.map(withInstant),
    spanEvents: spanEvents.map(withInstant),
  })
  return [Buffer.from(`${head.slice(0, -1)},"spans":[`), ...spans, Buffer.from(`],${tail.slice(1)}`)]
}

/** `small`: the spans of a trace that has few, of which no query is needed any more. */
async function readBounds(
  engine: Engine,
  traceId: string,
  { limit, hasDetails }: TraceOptions,
): Promise<{ bounds: TimeBounds | null; small: SmallTrace | null }> {
  const bounds = await timeBounds(engine, [traceId])
  const isSmall = bounds !== null && bounds.rows <= Math.min(limit, MAX_SMALL)
  return { bounds, small: isSmall ? await readSmallTrace(engine, { traceId, bounds, hasDetails }) : null }
}

function smallAnswer(
  traceId: string,
  { start, durationNs, spans, events }: SmallTrace,
  exceptions: TraceException[],
): TraceAnswer {
  const counts = countsBySpan(exceptions)
  return {
    traceId,
    start,
    durationNs,
    totalSpans: spans.length,
    truncated: false,
    spans: spans.map((span) => ({ ...span, exceptions: counts.get(span.spanId) ?? 0 })),
    exceptions: exceptions.map(withInstant),
    spanEvents: events.slice(0, MAX_SPAN_EVENTS),
  }
}

function countsBySpan(exceptions: TraceException[]): Map<string, number> {
  const counts = new Map<string, number>([['', 0]])
  for (const { spanId } of exceptions) counts.set(spanId, (counts.get(spanId) ?? 0) + 1)
  return counts
}

function withInstant<Row extends { at: string }>(row: Row): Row {
  return { ...row, at: rfc3339(row.at) }
}

/** Without a limit: as many spans as an answer has at most. */
type TraceOptions = { limit: number; focus: SpanFocus; hasDetails: boolean }
type TraceQuery = TraceOptions & { traceId: string; bounds: TimeBounds; exceptions: TraceException[] }
type Summary = { start: string; durationNs: number; total: number }

const EMPTY: Summary = { start: '', durationNs: 0, total: 0 }

async function spansAndSummary(engine: Engine, query: TraceQuery): Promise<[Summary, Buffer[]]> {
  const summary = summaryOf(engine, query)
  if (query.limit < MAX_SPANS && (await summary).total > query.limit)
    return [
      await summary,
      [toList(await spansOf(engine, query, { ids: await selectSpans(engine, query) })).list],
    ]
  // A repeated span is left out by reading all spans at once: only a trace without any is read in chunks.
  if (query.bounds.rows > CHUNK_SPANS && (await summary).total === query.bounds.rows)
    return [await summary, await readInChunks(engine, query)]
  const [result, spans] = await Promise.all([summary, spansOf(engine, query)])
  return [result, [toList(spans).list]]
}

async function readInChunks(engine: Engine, query: TraceQuery): Promise<Buffer[]> {
  const { traceId, bounds } = query
  const boundaries = await engine.query<{ boundary: string }>(
    `SELECT toString(arrayJoin(arrayFilter((ns, position) -> position % ${CHUNK_SPANS} = 1,
       arraySort(groupArray(toUnixTimestamp64Nano(Timestamp))) AS all, arrayEnumerate(all)))) AS boundary
     FROM otel_traces WHERE TraceId = {traceId:String} AND ${IN_BOUNDS}`,
    { traceId, ...bounds },
  )
  const chunks: Buffer[] = []
  let room = MAX_SPANS
  for (const [index, { boundary: first }] of boundaries.entries()) {
    if (room <= 0) break
    const end = boundaries[index + 1]?.boundary ?? MAX_NS
    const { list, rows } = toList(await spansOf(engine, query, { limit: room, first, end }))
    room -= rows
    if (rows > 0) chunks.push(...(chunks.length > 0 ? [Buffer.from(',')] : []), list)
  }
  return chunks
}

const COMMA = 44
const LINE_FEED = 10

/** Lines of JSON → items of a JSON list, in place: a line feed ends a row, as JSON text contains none. */
function toList(lines: Buffer): { list: Buffer; rows: number } {
  let rows = 0
  for (let end = lines.indexOf(LINE_FEED); end !== -1; end = lines.indexOf(LINE_FEED, end + 1)) {
    lines[end] = COMMA
    rows++
  }
  return { list: lines.at(-1) === COMMA ? lines.subarray(0, -1) : lines, rows }
}

async function summaryOf(engine: Engine, { traceId, bounds }: TraceQuery): Promise<Summary> {
  const [row] = await engine.query<Summary>(
    `SELECT toString(min(Timestamp)) AS start, uniqExact(SpanId) AS total,
       toInt64(max(toUnixTimestamp64Nano(Timestamp) + Duration)) -
         toUnixTimestamp64Nano(min(Timestamp)) AS durationNs
     FROM otel_traces WHERE TraceId = {traceId:String} AND ${IN_BOUNDS}`,
    { traceId, ...bounds },
  )
  return row ?? EMPTY
}

type Part = { limit?: number; first?: string; end?: string; ids?: string[] }

/** The spans that start at `first` or later and before `end`, in nanoseconds, or those with one of `ids`. */
function spansOf(
  engine: Engine,
  { traceId, bounds, exceptions, hasDetails }: TraceQuery,
  { limit = MAX_SPANS, first = '0', end = MAX_NS, ids = [] }: Part = {},
): Promise<Buffer> {
  const counts = countsBySpan(exceptions)
  return engine.queryBytes(
    'JSONEachRow',
    `SELECT ${SPAN_COLUMNS},
       transform(SpanId, {spanIds:Array(String)}, {counts:Array(UInt32)}, toUInt32(0)) AS exceptions
       ${hasDetails ? `, ${DETAIL_COLUMN}` : ''}
     FROM (SELECT * FROM otel_traces WHERE TraceId = {traceId:String} AND ${IN_BOUNDS}
       AND Timestamp >= fromUnixTimestamp64Nano({first:Int64})
       AND Timestamp < fromUnixTimestamp64Nano({chunkEnd:Int64})
       AND (empty({ids:Array(String)}) OR SpanId IN {ids:Array(String)}) LIMIT 1 BY SpanId)
     ORDER BY Timestamp, ParentSpanId != '', SpanId LIMIT {limit:UInt32}`,
    {
      traceId,
      ...bounds,
      first,
      chunkEnd: end,
      limit,
      ids,
      spanIds: [...counts.keys()],
      counts: [...counts.values()],
    },
  )
}

/** A span that was sent twice has its exceptions twice. */
function exceptionsOf(engine: Engine, traceId: string): Promise<TraceException[]> {
  return engine.query<TraceException>(
    `SELECT Digest AS digest, SpanId AS spanId, toString(Timestamp) AS at, Type AS type, Message AS message
     FROM exceptions WHERE TraceId = {traceId:String}
     ORDER BY exceptions.Timestamp LIMIT 1 BY SpanId, Timestamp, Type, Message LIMIT {limit:UInt32}`,
    { traceId, limit: MAX_EXCEPTIONS },
  )
}

/** Those that record an exception are left out: `exceptions` has them. */
function spanEventsOf(engine: Engine, { traceId, bounds }: TraceQuery): Promise<TraceSpanEvent[]> {
  return engine.query<TraceSpanEvent>(
    `SELECT SpanId AS spanId, toString(time) AS at, event AS name
     FROM (SELECT SpanId, Events.Timestamp AS times, Events.Name AS names FROM otel_traces
       WHERE TraceId = {traceId:String} AND ${IN_BOUNDS} AND notEmpty(Events.Name) LIMIT 1 BY SpanId)
     ARRAY JOIN times AS time, names AS event
     WHERE event != 'exception' ORDER BY time, SpanId LIMIT {limit:UInt32}`,
    { traceId, ...bounds, limit: MAX_SPAN_EVENTS },
  )
}
