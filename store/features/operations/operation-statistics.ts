// Calls, errors, time and percentiles, from rows of `operations`.
import { SECOND_NS } from '../../database/instants.ts'
import type { Engine } from '../../database/engine/engine.ts'
import type { Condition } from '../../database/engine/condition.ts'
import { durationShares, LEVELS } from './duration-shares.ts'
import type { OperationTotals } from './operation-totals.ts'

const PERCENTILES = ['0.5', '0.75', '0.95', '0.99']

/** `milliseconds`: at 50, 75, 95 and 99 %, and then, with `hasLevels`, at `LEVELS`. */
export type Statistics = { count: number; errors: number; timeNs: number; milliseconds: number[] }
export type OperationStatistics = Statistics & { service: string; name: string; kind: string }

type Input = { totals: OperationTotals; where: Condition; hasLevels?: boolean }

/** Of each operation. A digest has all percentiles, also those that its column does not name. */
export function operationStatistics(engine: Engine, input: Input): Promise<OperationStatistics[]> {
  return readStatistics(engine, input, 'ServiceName AS service, SpanName AS name, SpanKind AS kind')
}

/** Of all operations that match; null: there was no call. */
export async function overallStatistics(engine: Engine, input: Input): Promise<Statistics | null> {
  const [row] = await readStatistics<Statistics>(engine, input, '')
  return row ?? null
}

function readStatistics<Answer>(
  engine: Engine,
  { totals, where, hasLevels = false }: Input,
  key: string,
): Promise<Answer[]> {
  const levels = hasLevels ? [...PERCENTILES, ...LEVELS] : PERCENTILES
  const rows = totals('ServiceName, SpanName, SpanKind, Count, Errors, Total, Duration', where)
  return engine.query<Answer>(
    `SELECT ${key && `${key}, `}sum(Count) AS count, sum(Errors) AS errors, sum(Total) AS timeNs,
       quantilesTDigestMerge(${levels.join(', ')})(Duration) AS milliseconds
     FROM ${rows.sql} ${key && 'GROUP BY service, name, kind '}HAVING count > 0`,
    rows.parameters,
  )
}

/** Nanoseconds. */
export function percentilesOf({ milliseconds }: Pick<Statistics, 'milliseconds'>): {
  p50Ns: number
  p75Ns: number
  p95Ns: number
  p99Ns: number
} {
  const [p50Ns = 0, p75Ns = 0, p95Ns = 0, p99Ns = 0] = milliseconds.map((value) => Math.round(value * 1e6))
  return { p50Ns, p75Ns, p95Ns, p99Ns }
}

/** Of a row that was read with `hasLevels`. */
export function distributionOf({ milliseconds }: Pick<Statistics, 'milliseconds'>): number[] {
  return durationShares(milliseconds.slice(PERCENTILES.length))
}

/** By service: the time of its operations, and the start of the first hour with one, in nanoseconds. */
export type ServiceTimes = Map<string, { timeNs: number; first: bigint }>

export async function serviceTimes(
  engine: Engine,
  totals: OperationTotals,
  where: Condition,
): Promise<ServiceTimes> {
  const { sql, parameters } = totals('ServiceName, Start, Total', where)
  const rows = await engine.query<{ service: string; timeNs: number; seconds: number }>(
    `SELECT ServiceName AS service, sum(Total) AS timeNs, toUnixTimestamp(min(Start)) AS seconds
     FROM ${sql} GROUP BY service`,
    parameters,
  )
  return new Map(
    rows.map(({ service, timeNs, seconds }) => [service, { timeNs, first: BigInt(seconds) * SECOND_NS }]),
  )
}
