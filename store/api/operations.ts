// GET /api/operations
import type { Engine, Parameters } from '../engine/engine.ts'
import type { OperationRow, OperationsAnswer } from './contract.ts'
import { all, type Condition, oneOf } from '../engine/condition.ts'
import { readFilters, type Filters } from './http/filters.ts'
import type { Term } from '../occurrences/search-terms.ts'

const HOUR = 3_600_000_000_000n
const DAY = 24n * HOUR

/** Whole days of a range for which a second table is worth being asked: a day of hours is merged as quickly. */
const LEAST_DAYS = 2n

/** The engine's last `Date`, in days since 1970: the year 2149. */
const LAST_DAY = 65_535n

type Counted = Omit<OperationRow, 'kind' | 'p50Ns' | 'p75Ns' | 'p95Ns' | 'p99Ns'> & { kind: string }
type Timed = { service: string; name: string; kind: string; milliseconds: number[] }

/** Which ones are shown is told by their counts: percentiles are merged for those alone, which is what takes the time. */
export async function operations(engine: Engine, query: URLSearchParams): Promise<OperationsAnswer> {
  const filters = readFilters(query, '24h')
  const { sql, parameters } = all([
    ...oneOf('ServiceName', 'service', filters.service),
    ...oneOf('Environment', 'environment', filters.environment),
    ...oneOf('Release', 'release', filters.release),
    ...filters.terms.map(nameCondition),
  ])
  const summed = summedIn(filters)
  const within = { ...parameters, ...summed.parameters }
  const rows = await engine.ask<Counted>(
    `SELECT ServiceName AS service, SpanName AS name, SpanKind AS kind, sum(Count) AS count, sum(Errors) AS errors
     FROM ${summed.rows('ServiceName, SpanName, SpanKind, Count, Errors', sql)}
     GROUP BY service, name, kind ORDER BY count DESC, service, name, kind LIMIT {limit:UInt32}`,
    { ...within, limit: filters.limit },
  )
  const timed =
    rows.length === 0 ? [] : await percentilesOf(engine, rows, summed, { sql, parameters: within })
  return {
    operations: rows.map(({ kind, ...row }) => {
      const found = timed.find(
        (one) => one.service === row.service && one.name === row.name && one.kind === kind,
      )
      const [p50Ns = 0, p75Ns = 0, p95Ns = 0, p99Ns = 0] = (found?.milliseconds ?? []).map((value) =>
        Math.round(value * 1e6),
      )
      return { ...row, kind: kind.toLowerCase() as OperationRow['kind'], p50Ns, p75Ns, p95Ns, p99Ns }
    }),
  }
}

function percentilesOf(
  engine: Engine,
  rows: Counted[],
  summed: Summed,
  { sql, parameters }: Condition,
): Promise<Timed[]> {
  const shown =
    '(ServiceName, SpanName, SpanKind) IN arrayZip({services:Array(String)}, {names:Array(String)}, {kinds:Array(String)})'
  return engine.ask<Timed>(
    `SELECT ServiceName AS service, SpanName AS name, SpanKind AS kind, quantilesTDigestMerge(0.5, 0.75, 0.95, 0.99)(Duration) AS milliseconds
     FROM ${summed.rows('ServiceName, SpanName, SpanKind, Duration', `${sql} AND ${shown}`)} GROUP BY service, name, kind`,
    {
      ...parameters,
      services: rows.map(({ service }) => service),
      names: rows.map(({ name }) => name),
      kinds: rows.map(({ kind }) => kind),
    },
  )
}

/** `rows`: columns of what is summed up in the range, as text of our own. */
type Summed = { rows: (columns: string, sql: string) => string; parameters: Parameters }

/** The days that lie whole within the range, and the hours before and after them. The hour of its first instant counts whole. */
function summedIn({ from: asked, to }: Filters): Summed {
  const from = (asked / HOUR) * HOUR
  const [firstDay, endDay] = [(from + DAY - 1n) / DAY, to / DAY > LAST_DAY ? LAST_DAY : to / DAY]
  const range = { from: String(from), to: String(to) }
  const hours = 'Hour >= fromUnixTimestamp64Nano({from:Int64}) AND Hour < fromUnixTimestamp64Nano({to:Int64})'
  if (endDay - firstDay < LEAST_DAYS)
    return {
      rows: (columns, sql) => `(SELECT ${columns} FROM operations WHERE ${hours} AND ${sql})`,
      parameters: range,
    }
  return {
    rows: (
      columns,
      sql,
    ) => `(SELECT ${columns} FROM operations_days WHERE Day >= toDate({firstDay:UInt16}) AND Day < toDate({endDay:UInt16}) AND ${sql}
      UNION ALL SELECT ${columns} FROM operations WHERE ${hours} AND ${sql}
        AND (Hour < fromUnixTimestamp64Nano({first:Int64}) OR Hour >= fromUnixTimestamp64Nano({end:Int64})))`,
    parameters: {
      ...range,
      firstDay: Number(firstDay),
      endDay: Number(endDay),
      first: String(firstDay * DAY),
      end: String(endDay * DAY),
    },
  }
}

function nameCondition({ value, negated }: Term, at: number): Condition {
  const sql = `positionCaseInsensitiveUTF8(SpanName, {term${at}:String}) > 0`
  return { sql: negated ? `NOT (${sql})` : sql, parameters: { [`term${at}`]: value } }
}
