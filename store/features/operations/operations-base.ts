// What `base=true` adds to /api/operations: the baseline of each row, and all that match together.
import type { Condition } from '../../database/engine/condition.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { DAY_NS, least, rfc3339OfNanoseconds } from '../../database/instants.ts'
import { DURATIONS_NS } from './duration-shares.ts'
import {
  distributionOf,
  operationStatistics,
  overallStatistics,
  percentilesOf,
  serviceTimes,
  type Statistics,
} from './operation-statistics.ts'
import { operationTotals, type Hours } from './operation-totals.ts'
import { operationKey, overallTrend } from './operation-trends.ts'
import type {
  OperationPoint,
  OperationsAnswer,
  OperationsPoint,
  OperationsTotals,
  UsualOperation,
  UsualOperations,
} from '../../../contract/operations.ts'

const BASE_NS = 7n * DAY_NS

/** Tabs of services: more do not fit on the screen. */
const MAX_SERVICES = 100

/**
 * `end`: of the time that has passed. `scope`: of service, environment and release. `where`: all that match.
 * `everywhere`: the same in any service. `onPage`: the operations of the page; null: it is empty.
 */
type Input = {
  hours: Hours
  end: bigint
  step: number
  scope: Condition
  where: Condition
  everywhere: Condition
  onPage: Condition | null
}

type Base = Pick<OperationsAnswer, 'totals' | 'services' | 'usualFrom' | 'durationsNs'> & {
  /** By `operationKey`. */
  usual: Map<string, UsualOperation>
}

export async function operationsBase(engine: Engine, input: Input): Promise<Base> {
  const { hours, end, step, scope, where, everywhere, onPage } = input
  const before: Hours = { from: hours.from - BASE_NS, to: hours.from }
  const [totals, previousTotals] = [
    operationTotals(hours.from, hours.to),
    operationTotals(before.from, before.to),
  ]
  // Only rows of hours say when the first one of a new service was.
  const previousHours = operationTotals(before.from, before.to, { useDays: false })
  const [rows, times, all, previous, trend, previousTrend, services] = await Promise.all([
    onPage ? operationStatistics(engine, { totals: previousTotals, where: onPage, hasLevels: true }) : [],
    serviceTimes(engine, previousHours, scope),
    overallStatistics(engine, { totals, where }),
    overallStatistics(engine, { totals: previousTotals, where }),
    overallTrend(engine, { ...hours, step }, where),
    overallTrend(engine, { ...before, step }, where),
    countOperations(engine, hours, everywhere),
  ])
  const [firstOfAny, ...firsts] = [...times.values()].map(({ first }) => first)
  const first = firstOfAny === undefined ? null : least(firstOfAny, ...firsts)
  const scale = (since: bigint): number => Number(end - hours.from) / Number(hours.from - since)
  return {
    usual: new Map(
      rows.map((row) => {
        const { timeNs = 0, first: since = before.from } = times.get(row.service) ?? {}
        const timeShare = timeNs === 0 ? 0 : row.timeNs / timeNs
        return [
          operationKey(row),
          { ...usualOf(row, scale(since)), timeShare, distribution: distributionOf(row) },
        ]
      }),
    ),
    ...(all && {
      totals: toTotals(all, previous && usualOf(previous, scale(first ?? before.from)), trend, previousTrend),
    }),
    services,
    usualFrom: first === null ? null : rfc3339OfNanoseconds(first),
    durationsNs: DURATIONS_NS,
  }
}

function usualOf(row: Statistics, scale: number): UsualOperations {
  const { p50Ns, p95Ns, p99Ns } = percentilesOf(row)
  return { count: row.count * scale, errorShare: row.errors / row.count, p50Ns, p95Ns, p99Ns }
}

function toTotals(
  all: Statistics,
  usual: UsualOperations | null,
  trend: OperationPoint[],
  previous: OperationPoint[],
): OperationsTotals {
  const { p50Ns, p95Ns, p99Ns } = percentilesOf(all)
  const { count, errors, timeNs } = all
  const atTime = Map.groupBy(previous, timeOfDay)
  return {
    count,
    errors,
    timeNs,
    p50Ns,
    p95Ns,
    p99Ns,
    ...(usual && { usual }),
    trend: trend.map((point): OperationsPoint => {
      const values = (atTime.get(timeOfDay(point)) ?? []).map(({ p95Ns: value }) => value)
      if (values.length === 0) return point
      return { ...point, usual: { lowNs: Math.min(...values), highNs: Math.max(...values) } }
    }),
  }
}

/** Of UTC. Steps are parts of a day. */
function timeOfDay({ at }: OperationPoint): string {
  return at.slice(at.indexOf('T'))
}

function countOperations(
  engine: Engine,
  { from, to }: Hours,
  where: Condition,
): Promise<{ service: string; operations: number }[]> {
  const { sql, parameters } = operationTotals(from, to)('ServiceName, SpanName, SpanKind, Count', where)
  return engine.query(
    `SELECT ServiceName AS service, uniqExact(SpanName, SpanKind) AS operations FROM ${sql}
     GROUP BY service ORDER BY sum(Count) DESC, service LIMIT ${MAX_SERVICES}`,
    parameters,
  )
}
