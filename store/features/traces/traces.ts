// GET /api/traces, in three steps:
// 1. the table to search: `trace_users` for one user, else `otel_traces`;
// 2. the ids of the newest traces that match, in windows that widen into the past until the page is full;
// 3. the row of each, from `trace_summaries`.
import { all, type Condition } from '../../database/engine/condition.ts'
import type { Engine, Parameters } from '../../database/engine/engine.ts'
import type { TracesAnswer } from '../../../contract/traces.ts'
import { cursorOf, pageOf } from '../../http/cursor.ts'
import { PAGE, type Page } from '../../http/filters.ts'
import { choice } from '../../http/parameters.ts'
import { path, type WithEngine } from '../../http/path.ts'
import { HOUR_NS } from '../../database/instants.ts'
import { traceAlternatives } from './trace-filter.ts'
import { sortedCandidates, TRACE_SORTS } from './trace-order.ts'
import { TRACE_FILTERS, type TraceFilters } from './trace-parameters.ts'
import { traceRows } from './trace-rows.ts'
import { cutsTrace, userFilter } from './traces-by-user.ts'
import { withUserAgents } from './user-agents.ts'

/** The newest are mostly in the first hours: windows took 15 instead of 46 ms in ten million spans. */
const WINDOW_HOURS = [1n, 6n, 24n, 72n, 168n]

type Candidate = { traceId: string; newest: string }
/** A page, and the cursor of the next one. */
type TracePage = { traceIds: string[]; nextCursor: string | null }

/** `selects`: rows of trace id and instant, between `start` and `end`; `windows`: their lengths in hours. */
type Search = { selects: string[]; parameters: Parameters; windows: bigint[] }

export const tracesPath = path('GET /api/traces', {
  summary: 'Traces, latest first',
  parameters: {
    filters: TRACE_FILTERS,
    sort: choice('`duration`: slowest first. Default `newest`: latest first.', TRACE_SORTS, 'newest'),
    page: PAGE,
  },
  answer: 'TracesAnswer',
  /** A trace matches when one of its spans meets all conditions; newest first, by that span. */
  async handle({ parameters }, { engine }: WithEngine): Promise<TracesAnswer> {
    const { sort, page } = parameters
    const filters = await withUserAgents(engine, parameters.filters)
    const { traceIds, nextCursor } =
      sort === 'newest'
        ? await newestPage(engine, filters, page)
        : await sortedCandidates(engine, { filters, sort, page })
    const rows = await traceRows(engine, traceIds)
    return {
      traces: traceIds.flatMap((traceId) => rows.find((row) => row.traceId === traceId) ?? []),
      nextCursor,
    }
  },
})

async function newestPage(
  engine: Engine,
  filters: TraceFilters,
  { limit, cursor }: Page,
): Promise<TracePage> {
  const after = cursorOf(cursor, 'ns')
  const search = await searchOf(engine, filters)
  const candidates = await newestCandidates(engine, search, { filters, limit, cursor: after })
  const { page, nextCursor } = pageOf(candidates, limit, ({ newest, traceId }) => [newest, traceId])
  return { traceIds: page.map(({ traceId }) => traceId), nextCursor }
}

async function searchOf(engine: Engine, filters: TraceFilters): Promise<Search> {
  const alternatives = traceAlternatives(filters)
  const user = userFilter(filters)
  if (user !== null && !(await cutsTrace(engine, user, filters)))
    return { selects: [select('trace_users', 'Last', user)], parameters: user.parameters, windows: [] }
  return {
    selects: alternatives.map((condition) => select('otel_traces', 'Timestamp', condition)),
    parameters: all(alternatives).parameters,
    windows: WINDOW_HOURS,
  }
}

function select(table: string, column: string, { sql }: Condition): string {
  return `SELECT TraceId, ${column} AS at FROM ${table} WHERE TraceId != ''
    AND ${column} >= fromUnixTimestamp64Nano({start:Int64})
    AND ${column} < fromUnixTimestamp64Nano({end:Int64}) AND ${sql} AND TraceId NOT IN {listed:Array(String)}`
}

async function newestCandidates(
  engine: Engine,
  { selects, parameters, windows }: Search,
  { filters, limit, cursor }: Page & { filters: TraceFilters },
): Promise<Candidate[]> {
  const [before, beforeId] = cursor ?? [String(filters.to), '']
  // Windows reach back from the cursor, or from now: few spans are in the future.
  const anchor = cursor === null ? filters.until : BigInt(before!)
  const starts = windows.map((hours) => anchor - hours * HOUR_NS).filter((start) => start > filters.from)
  let candidates: Candidate[] = []
  let end = filters.to
  /** Where the page will be full, if older spans are as dense as the candidates. */
  let enough = anchor
  for (const start of [...starts, filters.from]) {
    if (start > enough && start > filters.from) continue
    // On the first page a wider window only adds older traces. After a cursor each window ends where the
    // range does: a trace that reaches beyond the cursor was on an earlier page.
    const listed = cursor === null ? candidates : []
    const older = await engine.query<Candidate>(
      `SELECT TraceId AS traceId, toString(toUnixTimestamp64Nano(max(at)) AS stamp) AS newest
       FROM (${selects.join(' UNION ALL ')})
       GROUP BY TraceId HAVING (stamp, TraceId) < ({before:Int64}, {beforeId:String})
       ORDER BY stamp DESC, TraceId DESC LIMIT {limit:UInt32}`,
      {
        ...parameters,
        start: String(start),
        end: String(cursor === null ? end : filters.to),
        listed: listed.map(({ traceId }) => traceId),
        before: before!,
        beforeId: beforeId!,
        limit: limit + 1 - listed.length,
      },
    )
    candidates = [...listed, ...older]
    end = start
    if (candidates.length > limit) break
    if (candidates.length > 0)
      enough = anchor - ((anchor - start) * BigInt(limit)) / BigInt(candidates.length)
  }
  return candidates
}
