// Traces by start and duration, as the cells of a grid.
import { all, between, type Condition } from '../../database/engine/condition.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { choice } from '../../http/parameters.ts'
import { path, type WithEngine } from '../../http/path.ts'
import { BUCKET, bucketParameters, bucketsOf } from '../../occurrences/buckets.ts'
import { spanCondition } from './span-filter.ts'
import { matchingTraces } from './trace-filter.ts'
import type { TraceCell, TraceHeatmapAnswer } from '../../../contract/traces.ts'
import { TRACE_FILTERS, type TraceFilters } from './trace-parameters.ts'
import { selectionOf, UNSELECTED } from './trace-times.ts'
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
   * and the duration as well. With spans, all of them count the spans of `operation`.
   */
  async handle({ parameters }, { engine }: WithEngine): Promise<TraceHeatmapAnswer> {
    const isOfSpans = parameters.of === 'spans'
    const filters = await withUserAgents(engine, parameters.filters)
    const buckets = bucketsOf(filters)
    const rows = await readCells(engine, filters, isOfSpans ? spansOf(filters) : tracesOf(filters))
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
      total: sums?.selected ?? 0,
    }
  },
})

type Row = TraceCell & { isTotal: number; selected: number; p50Ns: number; p95Ns: number }

function readCells(engine: Engine, filters: TraceFilters, rows: Condition): Promise<Row[]> {
  const selection = selectionOf(filters)
  return engine.query<Row>(
    `SELECT column, row, grouping(column) AS isTotal, count() AS count, countIf(failed) AS errors,
       countIf(isSelected) AS selected,
       quantileExact(0.5)(Duration) AS p50Ns, quantileExact(0.95)(Duration) AS p95Ns
     FROM (
       SELECT ${BUCKET} AS column, arrayCount(edge -> Duration >= edge, {durations:Array(UInt64)}) AS row,
         Duration, failed, ${selection.sql} AS isSelected
       FROM (${rows.sql}))
     GROUP BY GROUPING SETS ((column, row), ()) HAVING count > 0 ORDER BY column, row`,
    {
      ...rows.parameters,
      ...selection.parameters,
      ...bucketParameters(bucketsOf(filters)),
      durations: DURATIONS,
    },
  )
}

/** Failed: with the status error in a span, or with an exception, as the rows of the list count them. */
function tracesOf(filters: TraceFilters): Condition {
  const { sql, parameters } = matchingTraces({ ...filters, ...UNSELECTED })
  return {
    sql: `SELECT Timestamp, Duration, notEmpty(ErrorHashes) OR TraceId GLOBAL IN (
        SELECT TraceId FROM exceptions WHERE TraceId != ''
          AND Timestamp >= fromUnixTimestamp64Nano({firstRow:Int64})
          AND Timestamp < fromUnixTimestamp64Nano({endOfRows:Int64})) AS failed
      FROM ${sql}`,
    parameters,
  }
}

function spansOf(filters: TraceFilters): Condition {
  const { sql, parameters } = all([between(filters), spanCondition({ ...filters, ...UNSELECTED })])
  return {
    sql: `SELECT Timestamp, Duration, StatusCode = 'Error' AS failed FROM otel_traces WHERE ${sql}`,
    parameters,
  }
}
