// A list of traces by duration or by number of errors, from `trace_summaries`.
import { all, between, type Condition } from '../../database/engine/condition.ts'
import { queryNumber, type Engine } from '../../database/engine/engine.ts'
import { cursorOf, pageOf } from '../../http/cursor.ts'
import type { Page } from '../../http/filters.ts'
import { limitsTraces, selectTraces, traceAlternatives } from './trace-filter.ts'
import type { TraceFilters } from './trace-parameters.ts'

export const TRACE_SORTS = ['newest', 'duration', 'errors'] as const
type ByValue = Exclude<(typeof TRACE_SORTS)[number], 'newest'>

type Candidate = { traceId: string; value: string; newest: string }

/** Of the rows of one trace in `trace_summaries`: as `traceRows` computes them. */
const VALUES: Record<ByValue, string> = {
  duration: `max(toUnixTimestamp64Nano(Start) + EndOffset) - min(toUnixTimestamp64Nano(Start))`,
  errors: `uniqExactArray(arrayConcat(ErrorHashes, Thrown))`,
}

type Order = { filters: TraceFilters; sort: ByValue; page: Page }

/** One page: the largest value first, and of equal values the newest trace. */
export async function sortedCandidates(
  engine: Engine,
  { filters, sort, page: { limit, cursor: previous } }: Order,
): Promise<{ traceIds: string[]; nextCursor: string | null }> {
  const cursor = cursorOf(previous, 'nns')
  const { sql, parameters } = summaries(filters, sort === 'errors')
  const after = cursor === null ? '' : 'HAVING (value, newest, traceId) < ({a:Int64}, {b:Int64}, {c:String})'
  const rows = await engine.query<Candidate>(
    `SELECT traceId, toString(value) AS value, toString(newest) AS newest FROM (
       SELECT TraceId AS traceId, toInt64(${VALUES[sort]}) AS value,
         max(toUnixTimestamp64Nano(Start)) AS newest
       FROM ${sql} GROUP BY TraceId ${after}
       ORDER BY value DESC, newest DESC, traceId DESC LIMIT {limit:UInt32})
     ORDER BY toInt64(value) DESC, toInt64(newest) DESC, traceId DESC`,
    {
      ...parameters,
      limit: limit + 1,
      ...(cursor && { a: cursor[0]!, b: cursor[1]!, c: cursor[2]! }),
    },
  )
  const { page, nextCursor } = pageOf(rows, limit, ({ value, newest, traceId }) => [value, newest, traceId])
  return { traceIds: page.map(({ traceId }) => traceId), nextCursor }
}

/** How many traces match, on all pages. */
export function countTraces(engine: Engine, filters: TraceFilters): Promise<number> {
  const { sql, parameters } = summaries(filters, false)
  return queryNumber(engine, `SELECT uniqExact(TraceId) AS value FROM ${sql}`, parameters)
}

/** Rows of the traces that match; with `Thrown`, the hashes of spans in which an exception was thrown. */
function summaries(filters: TraceFilters, withThrown: boolean): Condition {
  const inRange = between(filters)
  const conditions = [between(filters, 'Start')]
  if (limitsTraces(filters)) {
    const alternatives = traceAlternatives(filters)
    conditions.push({
      sql: `TraceId GLOBAL IN (${selectTraces(alternatives, inRange)})`,
      parameters: { ...inRange.parameters, ...all(alternatives).parameters },
    })
  }
  const { sql, parameters } = all(conditions)
  if (!withThrown) return { sql: `trace_summaries WHERE ${sql}`, parameters }
  return {
    sql: `(SELECT * FROM trace_summaries WHERE ${sql}) AS summaries
      LEFT JOIN (SELECT TraceId, groupUniqArray(toUInt32(cityHash64(SpanId))) AS Thrown FROM exceptions
        WHERE TraceId != '' AND ${inRange.sql} GROUP BY TraceId) AS exceptions USING TraceId`,
    parameters: { ...inRange.parameters, ...parameters },
  }
}
