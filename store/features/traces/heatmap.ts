// Traces by start and duration, as the cells of a grid.
import type { Engine } from '../../database/engine/engine.ts'
import { choice } from '../../http/parameters.ts'
import { path, type WithEngine } from '../../http/path.ts'
import { BUCKET, bucketParameters, bucketsOf } from '../../occurrences/buckets.ts'
import { rootsOf } from './trace-filter.ts'
import type { TraceCell, TraceHeatmapAnswer } from '../../../contract/traces.ts'
import { countTraces } from './trace-order.ts'
import { TRACE_FILTERS, type TraceFilters } from './trace-parameters.ts'
import { withUserAgents } from './user-agents.ts'

/** Nanoseconds: the lower edges of the rows but the first, which starts at 0. */
const DURATIONS = [6, 7, 8, 9, 10].flatMap((exponent) => [1, 2, 5].map((digit) => digit * 10 ** exponent))

export const heatmapPath = path('GET /api/traces/heatmap', {
  summary: 'Traces by start and duration, without the filters `started` and durations',
  parameters: {
    filters: TRACE_FILTERS,
    of: choice(
      'Default `traces`. `spans`: an error is one of the span of `operation` itself.',
      ['traces', 'spans'],
      'traces',
    ),
  },
  answer: 'TraceHeatmapAnswer',
  /**
   * The cells count all traces that match the other filters; `total` counts the traces that match the time
   * and the duration as well. With spans, errors and `total` are counted for spans.
   */
  async handle({ parameters }, { engine }: WithEngine): Promise<TraceHeatmapAnswer> {
    const isOfSpans = parameters.of === 'spans'
    const filters = await withUserAgents(engine, parameters.filters)
    const buckets = bucketsOf(filters)
    const [rows, traces] = await Promise.all([
      readCells(engine, filters, isOfSpans ? FAILED_SPAN : FAILED_TRACE),
      isOfSpans ? null : countTraces(engine, filters),
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
  },
})

type Row = TraceCell & { isTotal: number; p50Ns: number; p95Ns: number }

function readCells(engine: Engine, filters: TraceFilters, failed: string): Promise<Row[]> {
  const { sql, parameters } = rootsOf(filters)
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
