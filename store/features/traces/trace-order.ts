// A list of traces by duration or by number of errors, from `trace_summaries`.
import type { Condition } from '../../database/engine/condition.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { cursorOf, pageOf } from '../../http/cursor.ts'
import type { Page } from '../../http/filters.ts'
import { matchingTraces } from './trace-filter.ts'
import type { TraceFilters } from './trace-parameters.ts'

export const TRACE_SORTS = ['newest', 'duration', 'errors'] as const
type ByValue = Exclude<(typeof TRACE_SORTS)[number], 'newest'>

type Candidate = { traceId: string; value: string; newest: string }

const VALUES: Record<ByValue, string> = {
  duration: 'Duration',
  errors: 'length(arrayDistinct(arrayConcat(ErrorHashes, Thrown)))',
}

type Order = { filters: TraceFilters; sort: ByValue; page: Page }

/** One page: the largest value first, and of equal values the newest trace. */
export async function sortedCandidates(
  engine: Engine,
  { filters, sort, page: { limit, cursor: previous } }: Order,
): Promise<{ traceIds: string[]; nextCursor: string | null }> {
  const cursor = cursorOf(previous, 'nns')
  const { sql, parameters } = sort === 'errors' ? withThrown(filters) : matchingTraces(filters)
  const after = cursor === null ? '' : 'WHERE (number, at, traceId) < ({a:Int64}, {b:Int64}, {c:String})'
  const rows = await engine.query<Candidate>(
    `SELECT traceId, toString(number) AS value, toString(at) AS newest FROM (
       SELECT TraceId AS traceId, toInt64(${VALUES[sort]}) AS number, toUnixTimestamp64Nano(Timestamp) AS at
       FROM ${sql} ${after})
     ORDER BY number DESC, at DESC, traceId DESC LIMIT {limit:UInt32}`,
    {
      ...parameters,
      limit: limit + 1,
      ...(cursor && { a: cursor[0]!, b: cursor[1]!, c: cursor[2]! }),
    },
  )
  const { page, nextCursor } = pageOf(rows, limit, ({ value, newest, traceId }) => [value, newest, traceId])
  return { traceIds: page.map(({ traceId }) => traceId), nextCursor }
}

/** With `Thrown`: the hashes of spans in which an exception was thrown. */
function withThrown(filters: TraceFilters): Condition {
  const { sql, parameters } = matchingTraces(filters)
  return {
    sql: `${sql} AS traces
      LEFT JOIN (SELECT TraceId, groupUniqArray(toUInt32(cityHash64(SpanId))) AS Thrown FROM exceptions
        WHERE TraceId != '' AND Timestamp >= fromUnixTimestamp64Nano({firstRow:Int64})
          AND Timestamp < fromUnixTimestamp64Nano({endOfRows:Int64}) GROUP BY TraceId) AS exceptions
      USING TraceId`,
    parameters,
  }
}
