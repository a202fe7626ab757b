// GET /api/traces
import type { Engine, Parameters } from '../engine/engine.ts'
import type { TracesAnswer } from './contract.ts'
import { all, type Condition } from '../engine/condition.ts'
import { cursorOf, readFilters, writeCursor, type Filters } from './http/filters.ts'
import { isCut, personOf } from './people.ts'
import { spanAlternatives } from './spanFilters.ts'
import { summariesOf } from './summaries.ts'

/** The newest are nearly always in the first hours. Asking in widening windows took 15 instead of 46 ms over a week of ten million spans. */
const WINDOW_HOURS = [1n, 6n, 24n, 72n, 168n]
const HOUR = 3_600_000_000_000n

type Candidate = { traceId: string; newest: string }

/** Where candidates are looked for: rows of a trace and an instant each between `start` and `end`, and the windows for it. */
type Search = { rows: string[]; parameters: Parameters; windows: bigint[] }

/** A trace is found when one of its spans meets all that is asked; newest first by that span. */
export async function traces(engine: Engine, query: URLSearchParams): Promise<TracesAnswer> {
  const filters = readFilters(query)
  const cursor = cursorOf(filters, 'ns')
  const found = await newest(engine, await searchOf(engine, query, filters), filters, cursor)
  const page = found.slice(0, filters.limit)
  const last = found.length > filters.limit ? page.at(-1) : undefined
  const rows = await summariesOf(
    engine,
    page.map(({ traceId }) => traceId),
  )
  return {
    traces: page.flatMap(({ traceId }) => rows.find((row) => row.traceId === traceId) ?? []),
    nextCursor: last ? writeCursor([last.newest, last.traceId]) : null,
  }
}

async function searchOf(engine: Engine, query: URLSearchParams, filters: Filters): Promise<Search> {
  const found = spanAlternatives(query, filters)
  const person = personOf(query, filters)
  if (person !== null && !(await isCut(engine, person, filters)))
    return { rows: [within('trace_people', 'Last', person)], parameters: person.parameters, windows: [] }
  return {
    rows: found.map((one) => within('otel_traces', 'Timestamp', one)),
    parameters: all(found).parameters,
    windows: WINDOW_HOURS,
  }
}

function within(table: string, column: string, { sql }: Condition): string {
  return `SELECT TraceId, ${column} AS at FROM ${table} WHERE TraceId != '' AND ${column} >= fromUnixTimestamp64Nano({start:Int64})
    AND ${column} < fromUnixTimestamp64Nano({end:Int64}) AND ${sql} AND TraceId NOT IN {known:Array(String)}`
}

async function newest(
  engine: Engine,
  { rows, parameters, windows }: Search,
  filters: Filters,
  cursor: (string | number)[] | null,
): Promise<Candidate[]> {
  const [before, beforeId] = cursor ?? [String(filters.to), '']
  // Windows reach back from the cursor, or from now: nothing much lies ahead.
  const anchor = cursor === null ? filters.until : BigInt(before!)
  const starts = windows.map((hours) => anchor - hours * HOUR).filter((start) => start > filters.from)
  let candidates: Candidate[] = []
  let searched = filters.to
  /** Where there will be enough, if what is further back is as dense as what was found. */
  let enough = anchor
  for (const start of [...starts, filters.from]) {
    if (start > enough && start > filters.from) continue
    // On the first page a wider window only adds what is older. Behind a cursor each looks as far ahead as the first:
    // a trace that reaches beyond the cursor was listed already.
    const end = cursor === null ? searched : filters.to
    const known = cursor === null ? candidates : []
    const older = await engine.ask<Candidate>(
      `SELECT TraceId AS traceId, toString(toUnixTimestamp64Nano(max(at)) AS stamp) AS newest FROM (${rows.join(' UNION ALL ')})
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
    if (candidates.length > 0)
      enough = anchor - ((anchor - start) * BigInt(filters.limit)) / BigInt(candidates.length)
  }
  return candidates
}
