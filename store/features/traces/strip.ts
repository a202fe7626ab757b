// GET /api/traces/strip: traces by start and duration, as the cells of a grid.
import type { Engine } from '../../database/engine/engine.ts'
import { BUCKET, bucketParameters, bucketsOf } from '../../occurrences/buckets.ts'
import type { Filters } from '../../http/filters.ts'
import { rootsOf } from './trace-filter.ts'
import type { TraceCell, TraceStripAnswer } from '../../../contract/traces.ts'
import { countTraces } from './trace-order.ts'
import { parseChoices } from '../../http/query-parameters.ts'
import { readTraceFilters } from './user-agents.ts'

/** Nanoseconds: the lower edges of the rows but the first, which starts at 0. */
const DURATIONS = [6, 7, 8, 9, 10].flatMap((exponent) => [1, 2, 5].map((digit) => digit * 10 ** exponent))

type Row = TraceCell & { isTotal: number; p50Ns: number; p95Ns: number }

/**
 * The cells are those of all traces that match, whatever their time and duration; `total` is the number of
 * those that match in these as well. Of spans, an error is one of the span, and `total` is their number.
 */
export async function strip(engine: Engine, query: URLSearchParams): Promise<TraceStripAnswer> {
  const filters = await readTraceFilters(engine, query)
  const buckets = bucketsOf(filters)
  const isOfSpans = parseChoices(query, 'of', ['traces', 'spans'], ['traces'])[0] === 'spans'
  const [rows, traces] = await Promise.all([
    readCells(engine, query, { filters, failed: isOfSpans ? FAILED_SPAN : FAILED_TRACE }),
    isOfSpans ? null : countTraces(engine, query, filters),
  ])
  const sums = rows.find(({ isTotal }) => isTotal === 1)
  return {
    from: new Date(Number(buckets.first / 1_000_000n)).toISOString(),
    stepNs: Number(buckets.step),
    columns: buckets.count,
    durationsNs: DURATIONS,
    cells: rows
      .filter(({ isTotal }) => isTotal === 0)
      .map(({ column, row, count, errors }) => ({ column, row, count, errors })),
    count: sums?.count ?? 0,
    errors: sums?.errors ?? 0,
    p50Ns: Math.round(sums?.p50Ns ?? 0),
    p95Ns: Math.round(sums?.p95Ns ?? 0),
    total: traces ?? sums?.count ?? 0,
  }
}

type Selection = { filters: Filters; failed: string }

function readCells(engine: Engine, query: URLSearchParams, { filters, failed }: Selection): Promise<Row[]> {
  const { sql, parameters } = rootsOf(query, filters)
  return engine.query<Row>(
    `SELECT column, row, grouping(column) AS isTotal, count() AS count, countIf(failed) AS errors,
       quantile(0.5)(Duration) AS p50Ns, quantile(0.95)(Duration) AS p95Ns
     FROM (
       SELECT ${BUCKET} AS column, arrayCount(edge -> Duration >= edge, {durations:Array(UInt64)}) AS row,
         Duration, ${failed} AS failed
       FROM otel_traces WHERE ${sql})
     GROUP BY GROUPING SETS ((column, row), ()) HAVING count > 0 ORDER BY column, row`,
    { ...parameters, ...bucketParameters(bucketsOf(filters)), durations: DURATIONS },
  )
}

const IN_RANGE = `Timestamp >= fromUnixTimestamp64Nano({from:Int64})
  AND Timestamp < fromUnixTimestamp64Nano({to:Int64}) AND TraceId != ''`
/** Traces with the status error in a span, or with an exception. */
const FAILED_TRACE = `TraceId GLOBAL IN (SELECT TraceId FROM otel_traces
  WHERE StatusCode = 'Error' AND ${IN_RANGE} UNION ALL SELECT TraceId FROM exceptions WHERE ${IN_RANGE})`
const FAILED_SPAN = `StatusCode = 'Error'`
