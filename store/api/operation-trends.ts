// Calls, errors and p95 of operations over time.
import type { Engine } from '../engine/engine.ts'
import type { Condition } from '../engine/condition.ts'
import type { OperationPoint } from './trace-contract.ts'
import type { Filters } from './http/filters.ts'
import { HOUR_NS, operationTotals } from './operation-totals.ts'
import { instantOfSeconds, stepOf, trendSeconds } from './trend-steps.ts'

const DAY_SECONDS = 86_400

type Key = { service: string; name: string; kind: string }
type Row = Key & { at: number; count: number; errors: number; p95: number }

/** By `trendKey`. Steps without a call are missing. `where`: of the operations, with its parameters. */
export async function operationTrends(
  engine: Engine,
  { from, to, until }: Pick<Filters, 'from' | 'to' | 'until'>,
  where: Condition,
): Promise<Map<string, OperationPoint[]>> {
  const step = trendSeconds({ from, until })
  const [first, end] = [(from / HOUR_NS) * HOUR_NS, ((to + HOUR_NS - 1n) / HOUR_NS) * HOUR_NS]
  const totals = operationTotals(first, end, { useDays: step >= DAY_SECONDS })
  const rows = await engine.query<Row>(
    `SELECT ServiceName AS service, SpanName AS name, SpanKind AS kind, ${stepOf('Start')} AS at,
       sum(Count) AS count, sum(Errors) AS errors,
       quantilesTDigestMerge(0.5, 0.75, 0.95, 0.99)(Duration)[3] AS p95
     FROM ${totals.select('ServiceName, SpanName, SpanKind, Start, Count, Errors, Duration', where.sql)}
     GROUP BY service, name, kind, at ORDER BY at`,
    { ...where.parameters, ...totals.parameters, step },
  )
  const toPoint = ({ at, count, errors, p95 }: Row): OperationPoint => ({
    at: instantOfSeconds(at),
    count,
    errors,
    p95Ns: Math.round(p95 * 1e6),
  })
  return new Map([...Map.groupBy(rows, trendKey)].map(([key, points]) => [key, points.map(toPoint)]))
}

export function trendKey({ service, name, kind }: Key): string {
  return JSON.stringify([service, name, kind])
}
