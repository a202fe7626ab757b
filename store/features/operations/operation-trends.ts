// Calls, errors and p95 over time: of single operations, and of all that match.
import type { Engine } from '../../database/engine/engine.ts'
import type { Condition } from '../../database/engine/condition.ts'
import type { OperationPoint } from '../../../contract/operations.ts'
import { operationTotals, type Range } from './operation-totals.ts'
import { instantOfSeconds, stepOf } from '../../http/trend-steps.ts'

type Key = { service: string; name: string; kind: string }
type Row = { at: number; count: number; errors: number; p95: number }

/** `step`: seconds of one. */
type Steps = Range & { step: number }

/** By `operationKey`. Steps without a call are missing. `where`: of the operations, with its parameters. */
export async function operationTrends(
  engine: Engine,
  steps: Steps,
  where: Condition,
): Promise<Map<string, OperationPoint[]>> {
  const key = 'ServiceName AS service, SpanName AS name, SpanKind AS kind, '
  const rows = await readSteps<Key & Row>(engine, steps, where, key)
  return new Map(
    [...Map.groupBy(rows, operationKey)].map(([operation, points]) => [operation, points.map(toPoint)]),
  )
}

/** All operations together. */
export async function overallTrend(
  engine: Engine,
  steps: Steps,
  where: Condition,
): Promise<OperationPoint[]> {
  return (await readSteps<Row>(engine, steps, where, '')).map(toPoint)
}

function readSteps<Answer>(
  engine: Engine,
  { from, to, step }: Steps,
  where: Condition,
  key: string,
): Promise<Answer[]> {
  const totals = operationTotals({ from, to }, { step })
  const rows = totals('ServiceName, SpanName, SpanKind, Start, Count, Errors, Duration', where)
  return engine.query<Answer>(
    `SELECT ${key}${stepOf('Start')} AS at, sum(Count) AS count, sum(Errors) AS errors,
       quantilesTDigestMerge(0.5, 0.75, 0.95, 0.99)(Duration)[3] AS p95
     FROM ${rows.sql} GROUP BY ${key && 'service, name, kind, '}at ORDER BY at`,
    { ...rows.parameters, step },
  )
}

function toPoint({ at, count, errors, p95 }: Row): OperationPoint {
  return { at: instantOfSeconds(at), count, errors, p95Ns: Math.round(p95 * 1e6) }
}

export function operationKey({ service, name, kind }: Key): string {
  return JSON.stringify([service, name, kind])
}
