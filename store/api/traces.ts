// GET /api/traces
import type { Engine } from '../engine/engine.ts'
import type { TraceRow, TracesAnswer } from './contract.ts'
import { all, cursorOf, readFilters, writeCursor, type Condition, type Filters } from './filters.ts'
import { rfc3339 } from './instant.ts'
import { spanAlternatives } from './spanFilters.ts'
import { IN_WINDOW, windowOf } from './trace.ts'

/** The newest are nearly always in the first hours. Asking in widening windows took 15 instead of 46 ms over a week of ten million spans. */
const WINDOW_HOURS = [1n, 24n, 72n, 168n]
const HOUR = 3_600_000_000_000n

type Candidate = { traceId: string; newest: string }
type Row = TraceRow & { traceId: string }

/** A trace is found when one of its spans meets all that is asked; newest first by that span. */
export async function traces(engine: Engine, query: URLSearchParams): Promise<TracesAnswer> {
  const filters = readFilters(query)
  const cursor = cursorOf(filters, 'ns')
  const alternatives = spanAlternatives(query, filters)
  const found = await newest(engine, alternatives, filters, cursor)
  const page = found.slice(0, filters.limit)
  const last = found.length > filters.limit ? page.at(-1) : undefined
  const rows =
    page.length === 0
      ? []
      : await rowsOf(
          engine,
          page.map((one) => one.traceId),
        )
  return {
    traces: page.flatMap(({ traceId }) => rows.find((row) => row.traceId === traceId) ?? []),
    nextCursor: last ? writeCursor([last.newest, last.traceId]) : null,
  }
}

async function newest(engine: Engine, found: Condition[], filters: Filters, cursor: (string | number)[] | null): Promise<Candidate[]> {
  const [before, beforeId] = cursor ?? [String(filters.to), '']
  const rows = found.map(
    ({ sql }) =>
      `SELECT TraceId, Timestamp FROM otel_traces WHERE TraceId != '' AND Timestamp >= fromUnixTimestamp64Nano({start:Int64})
         AND Timestamp < fromUnixTimestamp64Nano({end:Int64}) AND ${sql} AND TraceId NOT IN {known:Array(String)}`,
  )
  const { parameters } = all(found)
  // Windows reach back from the cursor, or from now: nothing much lies ahead.
  const anchor = cursor === null ? filters.until : BigInt(before!)
  const starts = WINDOW_HOURS.map((hours) => anchor - hours * HOUR).filter((start) => start > filters.from)
  let candidates: Candidate[] = []
  let searched = filters.to
  for (const start of [...starts, filters.from]) {
    // On the first page a wider window only adds what is older. Behind a cursor each looks as far ahead as the first:
    // a trace that reaches beyond the cursor was listed already.
    const end = cursor === null ? searched : filters.to
    const known = cursor === null ? candidates : []
    const older = await engine.ask<Candidate>(
      `SELECT TraceId AS traceId, toString(toUnixTimestamp64Nano(max(Timestamp)) AS stamp) AS newest FROM (${rows.join(' UNION ALL ')})
       GROUP BY TraceId HAVING (stamp, TraceId) < ({before:Int64}, {beforeId:String}) ORDER BY stamp DESC, TraceId DESC LIMIT {limit:UInt32}`,
      {
        ...parameters,
        start: String(start),
        end: String(end),
        known: known.map(({ traceId }) => traceId),
        before: before!,
        beforeId: beforeId!,
        limit: filters.limit + 1 - known.length,
      },
    )
    candidates = [...known, ...older]
    searched = start
    if (candidates.length > filters.limit) break
  }
  return candidates
}

async function rowsOf(engine: Engine, traceIds: string[]): Promise<Row[]> {
  const window = await windowOf(engine, traceIds)
  if (window === null) return []
  const rows = await engine.ask<Row>(
    `SELECT TraceId AS traceId, argMin(SpanName, rank) AS name, argMin(ServiceName, rank) AS service, toString(min(Timestamp)) AS start,
       toUInt64(max(toUnixTimestamp64Nano(Timestamp) + Duration) - min(toUnixTimestamp64Nano(Timestamp))) AS durationNs,
       uniqExact(SpanId) AS spans, uniqExactIf(SpanId, StatusCode = 'Error') AS errors, arraySort(groupUniqArray(toString(ServiceName))) AS services
     FROM (SELECT *, (ParentSpanId != '', Timestamp) AS rank FROM otel_traces WHERE TraceId IN {traceIds:Array(String)} AND ${IN_WINDOW})
     GROUP BY TraceId`,
    { traceIds, ...window },
  )
  return rows.map((row) => ({ ...row, start: rfc3339(row.start) }))
}
