// GET /api/operations
import type { Engine, Parameters } from '../engine/engine.ts'
import type { OperationRow, OperationsAnswer } from './contract.ts'
import { all, readFilters, type Condition, type Filters } from './filters.ts'
import { oneOf } from './occurrences.ts'
import type { Term } from './search.ts'

const HOUR = 3_600_000_000_000n
const DAY = 24n * HOUR

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
  const within = { ...parameters, ...edges(filters) }
  const rows = await engine.ask<Counted>(
    `SELECT ServiceName AS service, SpanName AS name, SpanKind AS kind, sum(Count) AS count, sum(Errors) AS errors
     FROM ${summed('ServiceName, SpanName, SpanKind, Count, Errors', sql)}
     GROUP BY service, name, kind ORDER BY count DESC, service, name, kind LIMIT {limit:UInt32}`,
    { ...within, limit: filters.limit },
  )
  const timed = rows.length === 0 ? [] : await percentilesOf(engine, rows, sql, within)
  return {
    operations: rows.map(({ kind, ...row }) => {
      const found = timed.find((one) => one.service === row.service && one.name === row.name && one.kind === kind)
      const [p50Ns = 0, p75Ns = 0, p95Ns = 0, p99Ns = 0] = (found?.milliseconds ?? []).map((value) => Math.round(value * 1e6))
      return { ...row, kind: kind.toLowerCase() as OperationRow['kind'], p50Ns, p75Ns, p95Ns, p99Ns }
    }),
  }
}

function percentilesOf(engine: Engine, rows: Counted[], sql: string, within: Parameters): Promise<Timed[]> {
  const shown = '(ServiceName, SpanName, SpanKind) IN arrayZip({services:Array(String)}, {names:Array(String)}, {kinds:Array(String)})'
  return engine.ask<Timed>(
    `SELECT ServiceName AS service, SpanName AS name, SpanKind AS kind, quantilesTDigestMerge(0.5, 0.75, 0.95, 0.99)(Duration) AS milliseconds
     FROM ${summed('ServiceName, SpanName, SpanKind, Duration', `${sql} AND ${shown}`)} GROUP BY service, name, kind`,
    {
      ...within,
      services: rows.map(({ service }) => service),
      names: rows.map(({ name }) => name),
      kinds: rows.map(({ kind }) => kind),
    },
  )
}

/** The days that lie whole within the range, and the hours before and after them. */
function summed(columns: string, sql: string): string {
  return `(SELECT ${columns} FROM operations_days WHERE Day >= toDate({firstDay:UInt16}) AND Day < toDate({endDay:UInt16}) AND ${sql}
    UNION ALL SELECT ${columns} FROM operations WHERE ${sql} AND
      (Hour >= fromUnixTimestamp64Nano({from:Int64}) AND Hour < fromUnixTimestamp64Nano({first:Int64})
       OR Hour >= fromUnixTimestamp64Nano({end:Int64}) AND Hour < fromUnixTimestamp64Nano({to:Int64})))`
}

/** The hour of the range's first instant counts whole. */
function edges({ from: asked, to }: Filters): Parameters {
  const from = (asked / HOUR) * HOUR
  const [firstDay, endDay] = [(from + DAY - 1n) / DAY, to / DAY > LAST_DAY ? LAST_DAY : to / DAY]
  // Without a whole day all of it is the hours before the first one.
  const [first, end] = firstDay < endDay ? [firstDay * DAY, endDay * DAY] : [to, to]
  const days = firstDay < endDay ? { firstDay: Number(firstDay), endDay: Number(endDay) } : { firstDay: 0, endDay: 0 }
  return { from: String(from), to: String(to), first: String(first), end: String(end), ...days }
}

function nameCondition({ value, exclude }: Term, at: number): Condition {
  const sql = `positionCaseInsensitiveUTF8(SpanName, {term${at}:String}) > 0`
  return { sql: exclude ? `NOT (${sql})` : sql, parameters: { [`term${at}`]: value } }
}
