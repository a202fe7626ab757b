// GET /api/facets?of=issues|traces
import { all, between, type Condition } from '../engine/condition.ts'
import type { Engine } from '../engine/engine.ts'
import type { FacetsAnswer } from './contract.ts'
import { readFilters, type Filters } from './http/filters.ts'
import { parseChoices } from './http/query-parameters.ts'
import { exceptionFilter } from '../occurrences/exception-filter.ts'
import { HOUR_NS, operationTotals } from './operation-totals.ts'
import { operationCondition, spanCondition } from './span-filter.ts'
import { selectColumns, topValues, type Columns } from './top-values.ts'

/** Values of one facet. Rarer ones are found by a search. */
const MAX_VALUES = 20

const ISSUE_COLUMNS: Columns = {
  service: 'ServiceName',
  environment: 'Environment',
  release: 'Release',
  browser: 'Browser',
  os: 'Os',
  route: 'Route',
  mechanism: 'Mechanism',
  origin: 'Origin',
  type: 'Type',
}

/** The same in `otel_traces` and in `OPERATION_STATUSES`. */
const SPAN_COLUMNS: Columns = {
  service: 'ServiceName',
  operation: 'SpanName',
  status: 'lower(StatusCode)',
  kind: 'lower(SpanKind)',
  environment: 'Environment',
  release: 'Release',
}

export async function facets(engine: Engine, query: URLSearchParams): Promise<FacetsAnswer> {
  const filters = readFilters(query)
  const [of] = parseChoices(query, 'of', ['issues', 'traces'], ['issues'])
  const columns = of === 'traces' ? SPAN_COLUMNS : ISSUE_COLUMNS
  const rows =
    of === 'traces'
      ? await spanRows(engine, query, filters)
      : selectColumns({ table: 'exceptions', columns, where: exceptionFilter(filters) })
  const names = Object.keys(columns)
  const values = await topValues(engine, { names, rows, limit: MAX_VALUES })
  return { facets: names.map((name) => ({ name, values: values.get(name) ?? [] })) }
}

/**
 * Whole hours are read from `operations`, the two ends of the range span by span, so that the counts are
 * exact. What `operations` does not know (durations, attributes, users) is counted span by span in all of the
 * range.
 */
async function spanRows(engine: Engine, query: URLSearchParams, filters: Filters): Promise<Condition> {
  const spans = spanCondition(query, filters)
  const operations = operationCondition(query, filters)
  const [first, end] = operations ? await wholeHours(engine, filters) : [0n, 0n]
  if (operations === null || first >= end)
    return selectColumns({
      table: 'otel_traces',
      columns: SPAN_COLUMNS,
      where: all([between(filters), spans]),
    })
  const ends = {
    sql: `(Timestamp < fromUnixTimestamp64Nano({first:Int64})
      OR Timestamp >= fromUnixTimestamp64Nano({end:Int64}))`,
    parameters: { first: String(first), end: String(end) },
  }
  const totals = operationTotals(first, end)
  const hourly = selectColumns({
    table: `(${OPERATION_STATUSES} FROM ${totals.select(OPERATION_COLUMNS, '1')} ${BY_STATUS})`,
    columns: SPAN_COLUMNS,
    where: { sql: `Spans > 0 AND ${operations.sql}`, parameters: totals.parameters },
    weight: 'Spans',
  })
  const atEnds = selectColumns({
    table: 'otel_traces',
    columns: SPAN_COLUMNS,
    where: all([between(filters), ends, spans]),
  })
  return {
    sql: `${hourly.sql} UNION ALL ${atEnds.sql}`,
    parameters: { ...atEnds.parameters, ...operations.parameters, ...hourly.parameters },
  }
}

const OPERATION_COLUMNS = 'ServiceName, SpanName, SpanKind, Environment, Release, Count, Errors, Oks'
const OPERATION_STATUSES = `SELECT ServiceName, SpanName, SpanKind, Environment, Release,
  tupleElement(status, 1) AS StatusCode, tupleElement(status, 2) AS Spans`
const BY_STATUS = `ARRAY JOIN
  [('Unset', toUInt64(Count - Errors - Oks)), ('Error', toUInt64(Errors)), ('Ok', toUInt64(Oks))] AS status`

/**
 * The hours that lie in the range and of which spans are still stored: rows of `operations` outlive their
 * spans.
 */
async function wholeHours(engine: Engine, { from, to }: Filters): Promise<[first: bigint, end: bigint]> {
  const [row] = await engine.query<{ oldest: string; spans: number }>(
    `SELECT toString(toUnixTimestamp64Nano(min(Timestamp))) AS oldest, count() AS spans FROM otel_traces`,
  )
  if (!row || row.spans === 0) return [0n, 0n]
  const oldest = (BigInt(row.oldest) / HOUR_NS) * HOUR_NS
  const first = ((from + HOUR_NS - 1n) / HOUR_NS) * HOUR_NS
  return [first > oldest ? first : oldest, (to / HOUR_NS) * HOUR_NS]
}
