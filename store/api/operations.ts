// GET /api/operations
import { all, oneOf, type Condition } from '../engine/condition.ts'
import type { Engine } from '../engine/engine.ts'
import type { OperationRow, OperationsAnswer } from './trace-contract.ts'
import { readFilters } from './http/filters.ts'
import { parseChoices, parseText } from './http/query-parameters.ts'
import { HOUR_NS, operationTotals, type OperationTotals } from './operation-totals.ts'
import { operationTrends, trendKey } from './operation-trends.ts'
import type { Term } from '../occurrences/search-terms.ts'

type Counts = Omit<OperationRow, 'kind' | 'p50Ns' | 'p75Ns' | 'p95Ns' | 'p99Ns' | 'trend'> & { kind: string }
type Percentiles = { service: string; name: string; kind: string; milliseconds: number[] }

/**
 * The counts decide which operations are on the page: merging percentiles takes the time, and only theirs
 * are.
 */
export async function operations(engine: Engine, query: URLSearchParams): Promise<OperationsAnswer> {
  const filters = readFilters(query, '24h')
  const where = all([
    ...oneOf('ServiceName', 'service', filters.service),
    ...oneOf('Environment', 'environment', filters.environment),
    ...oneOf('Release', 'release', filters.release),
    ...oneOf('SpanName', 'operation', [parseText(query, 'operation')].filter(Boolean)),
    ...filters.terms.map(nameCondition),
  ])
  const hasTrend = parseChoices(query, 'trend', ['true'], []).length > 0
  // The hour of the first instant and that of the last are counted in full.
  const [from, to] = [filters.from / HOUR_NS, (filters.to + HOUR_NS - 1n) / HOUR_NS]
  const totals = operationTotals(from * HOUR_NS, to * HOUR_NS)
  const parameters = { ...where.parameters, ...totals.parameters }
  const rows = await engine.query<Counts>(
    `SELECT ServiceName AS service, SpanName AS name, SpanKind AS kind, sum(Count) AS count,
       sum(Errors) AS errors
     FROM ${totals.select('ServiceName, SpanName, SpanKind, Count, Errors', where.sql)}
     GROUP BY service, name, kind ORDER BY count DESC, service, name, kind LIMIT {limit:UInt32}`,
    { ...parameters, limit: filters.limit },
  )
  const onPage = conditionOf(rows, { sql: where.sql, parameters })
  const [percentiles, trends] = await Promise.all([
    rows.length === 0 ? [] : percentilesOf(engine, totals, onPage),
    rows.length === 0 || !hasTrend ? null : operationTrends(engine, filters, onPage),
  ])
  return {
    operations: rows.map(({ kind, ...row }) => {
      const match = percentiles.find(
        ({ service, name, kind: other }) => service === row.service && name === row.name && other === kind,
      )
      const nanoseconds = (match?.milliseconds ?? []).map((value) => Math.round(value * 1e6))
      const [p50Ns = 0, p75Ns = 0, p95Ns = 0, p99Ns = 0] = nanoseconds
      return {
        ...row,
        kind: kind.toLowerCase() as OperationRow['kind'],
        p50Ns,
        p75Ns,
        p95Ns,
        p99Ns,
        ...(hasTrend && { trend: trends?.get(trendKey({ ...row, kind })) ?? [] }),
      }
    }),
  }
}

/** The operations of the page, by name: merging their percentiles takes the time. */
function conditionOf(rows: Counts[], { sql, parameters }: Condition): Condition {
  const onPage = `(ServiceName, SpanName, SpanKind) IN
    arrayZip({services:Array(String)}, {names:Array(String)}, {kinds:Array(String)})`
  return {
    sql: `${sql} AND ${onPage}`,
    parameters: {
      ...parameters,
      services: rows.map(({ service }) => service),
      names: rows.map(({ name }) => name),
      kinds: rows.map(({ kind }) => kind),
    },
  }
}

function percentilesOf(
  engine: Engine,
  totals: OperationTotals,
  { sql, parameters }: Condition,
): Promise<Percentiles[]> {
  return engine.query<Percentiles>(
    `SELECT ServiceName AS service, SpanName AS name, SpanKind AS kind,
       quantilesTDigestMerge(0.5, 0.75, 0.95, 0.99)(Duration) AS milliseconds
     FROM ${totals.select('ServiceName, SpanName, SpanKind, Duration', sql)}
     GROUP BY service, name, kind`,
    parameters,
  )
}

function nameCondition({ value, negated }: Term, at: number): Condition {
  const sql = `positionCaseInsensitiveUTF8(SpanName, {term${at}:String}) > 0`
  return { sql: negated ? `NOT (${sql})` : sql, parameters: { [`term${at}`]: value } }
}
