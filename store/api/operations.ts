// GET /api/operations
import type { Engine } from '../engine/engine.ts'
import type { OperationRow, OperationsAnswer } from './contract.ts'
import { all, readFilters, type Condition } from './filters.ts'
import { oneOf } from './occurrences.ts'
import type { Term } from './search.ts'

type Row = Omit<OperationRow, 'p50Ns' | 'p75Ns' | 'p95Ns' | 'p99Ns'> & { milliseconds: number[] }

export async function operations(engine: Engine, query: URLSearchParams): Promise<OperationsAnswer> {
  const filters = readFilters(query, '24h')
  const where = all([
    {
      sql: 'Hour >= toStartOfHour(fromUnixTimestamp64Nano({from:Int64})) AND Hour < fromUnixTimestamp64Nano({to:Int64})',
      parameters: { from: String(filters.from), to: String(filters.to) },
    },
    ...oneOf('ServiceName', 'service', filters.service),
    ...oneOf('Environment', 'environment', filters.environment),
    ...oneOf('Release', 'release', filters.release),
    ...filters.terms.map(nameCondition),
  ])
  // Which ones are shown is told by their counts: percentiles are merged for those alone, which is what takes the time.
  const rows = await engine.ask<Row>(
    `SELECT ServiceName AS service, SpanName AS name, lower(SpanKind) AS kind, sum(Count) AS count, sum(Errors) AS errors,
       quantilesTDigestMerge(0.5, 0.75, 0.95, 0.99)(Duration) AS milliseconds
     FROM operations WHERE ${where.sql} AND (ServiceName, SpanName, SpanKind) IN
       (SELECT ServiceName, SpanName, SpanKind FROM operations WHERE ${where.sql}
        GROUP BY ServiceName, SpanName, SpanKind ORDER BY sum(Count) DESC, ServiceName, SpanName LIMIT {limit:UInt32})
     GROUP BY service, name, kind ORDER BY count DESC, service, name LIMIT {limit:UInt32}`,
    { ...where.parameters, limit: filters.limit },
  )
  return {
    operations: rows.map(({ milliseconds, ...row }) => {
      const [p50Ns = 0, p75Ns = 0, p95Ns = 0, p99Ns = 0] = milliseconds.map((value) => Math.round(value * 1e6))
      return { ...row, p50Ns, p75Ns, p95Ns, p99Ns }
    }),
  }
}

function nameCondition({ value, exclude }: Term, at: number): Condition {
  const sql = `positionCaseInsensitiveUTF8(SpanName, {term${at}:String}) > 0`
  return { sql: exclude ? `NOT (${sql})` : sql, parameters: { [`term${at}`]: value } }
}
