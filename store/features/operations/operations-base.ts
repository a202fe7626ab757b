// What `base=true` adds to /api/operations: the baseline of each row, and all that match together.
import type { Condition } from '../../database/engine/condition.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { DAY_NS, greatest, least, rfc3339OfNanoseconds } from '../../database/instants.ts'
import { DURATIONS_NS } from './duration-shares.ts'
import {
  distributionOf,
  operationStatistics,
  overallStatistics,
  percentilesOf,
  serviceTimes,
  type Statistics,
} from './operation-statistics.ts'
import { operationTotals, type Range } from './operation-totals.ts'
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
const HOUR_SECONDS = 3_600

/** Tabs of services: more do not fit on the screen. */
const MAX_SERVICES = 100

/**
 * `end`: of the time that has passed. `scope`: of service, environment and release. `where`: all that match.
 * `everywhere`: the same in any service. `onPage`: the operations of the page; null: it is empty.
 */
type Input = {
  range: Range
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
  const { range, end, step, scope, where, everywhere, onPage } = input
  const before: Range = { from: range.from - BASE_NS, to: range.from }
  const [totals, previousTotals] = [operationTotals(range), operationTotals(before)]
  // Only rows of hours say when the first one of a new service was.
  const previousHours = operationTotals(before, { step: HOUR_SECONDS })
  const [rows, times, all, previous, trend, previousTrend, services] = await Promise.all([
    onPage ? operationStatistics(engine, { totals: previousTotals, where: onPage, hasLevels: true }) : [],
    serviceTimes(engine, previousHours, scope),
    overallStatistics(engine, { totals, where }),
    overallStatistics(engine, { totals: previousTotals, where }),
    overallTrend(engine, { ...range, step }, where),
    // Steps of minutes would read the spans of 7 days.
    step < HOUR_SECONDS ? [] : overallTrend(engine, { ...before, step }, where),
    countOperations(engine, range, everywhere),
  ])
  const [firstOfAny, ...firsts] = [...times.values()].map(({ first }) => first)
  const first = firstOfAny === undefined ? null : least(firstOfAny, ...firsts)
  const scale = (since: bigint): number =>
    Number(end - range.from) / Number(range.from - greatest(since, before.from))
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
    usualFrom: first === null ? null : rfc3339OfNanoseconds(greatest(first, before.from)),
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
  range: Range,
  where: Condition,
): Promise<{ service: string; operations: number }[]> {
  const { sql, parameters } = operationTotals(range)('ServiceName, SpanName, SpanKind, Count', where)
  return engine.query(
    `SELECT ServiceName AS service, uniqExact(SpanName, SpanKind) AS operations FROM ${sql}
     GROUP BY service ORDER BY sum(Count) DESC, service LIMIT ${MAX_SERVICES}`,
    parameters,
  )
}
