// GET /api/facets?of=issues|traces
import { all, between, type Condition } from '../engine/condition.ts'
import type { Engine } from '../engine/engine.ts'
import type { FacetsAnswer } from './contract.ts'
import { readFilters, type Filters } from './http/filters.ts'
import { parseChoices } from './http/query-parameters.ts'
import { exceptionFilter } from '../occurrences/exception-filter.ts'
import { HOUR_NS, operationTotals } from './operation-totals.ts'
import { operationCondition, parseStatuses, spanCondition } from './span-filter.ts'
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

/** Of spans, the same in `otel_traces` and in `operations`. */
const SPAN_COLUMNS: Columns = {
  service: 'ServiceName',
  operation: 'SpanName',
  kind: 'lower(SpanKind)',
  environment: 'Environment',
  release: 'Release',
}

/** The order of facets in the answer. The status has three values, which are summed, not grouped. */
const SPAN_FACETS = ['service', 'operation', 'status', 'kind', 'environment', 'release']

export async function facets(engine: Engine, query: URLSearchParams): Promise<FacetsAnswer> {
  const filters = readFilters(query)
  const [of] = parseChoices(query, 'of', ['issues', 'traces'], ['issues'])
  return of === 'traces' ? spanFacets(engine, query, filters) : issueFacets(engine, filters)
}

async function issueFacets(engine: Engine, filters: Filters): Promise<FacetsAnswer> {
  const names = Object.keys(ISSUE_COLUMNS)
  const rows = selectColumns({
    table: 'exceptions',
    columns: ISSUE_COLUMNS,
    where: exceptionFilter(filters),
  })
  const { values } = await topValues(engine, { names, rows, limit: MAX_VALUES })
  return { facets: names.map((name) => ({ name, values: values.get(name) ?? [] })) }
}

async function spanFacets(engine: Engine, query: URLSearchParams, filters: Filters): Promise<FacetsAnswer> {
  const rows = await spanRows(engine, query, filters)
  const names = Object.keys(SPAN_COLUMNS)
  const request = { names, rows, limit: MAX_VALUES, totals: ['errors', 'oks'] }
  const { values, totals } = await topValues(engine, request)
  const { count = 0, errors: error = 0, oks: ok = 0 } = totals
  const statuses = Object.entries({ error, ok, unset: count - error - ok })
    .map(([value, spans]) => ({ value, count: spans }))
    .filter((status) => status.count > 0)
    .toSorted((a, b) => b.count - a.count)
  values.set('status', statuses)
  return { facets: SPAN_FACETS.map((name) => ({ name, values: values.get(name) ?? [] })) }
}

/**
 * Exact counts: whole hours are read from `operations`, the two ends of the range span by span. Durations,
 * attributes and users are not in `operations`: with them, all of the range is read span by span.
 */
async function spanRows(engine: Engine, query: URLSearchParams, filters: Filters): Promise<Condition> {
  const spans = spanCondition(query, filters)
  const operations = operationCondition(query, filters)
  const [first, end] = operations ? await wholeHours(engine, filters) : [0n, 0n]
  const inRange = between(filters)
  if (operations === null || first >= end) return selectSpans(all([inRange, spans]))
  const atEnds = {
    sql: `(Timestamp < fromUnixTimestamp64Nano({first:Int64})
      OR Timestamp >= fromUnixTimestamp64Nano({end:Int64}))`,
    parameters: { first: String(first), end: String(end) },
  }
  const ends = selectSpans(all([inRange, atEnds, spans]))
  const hourly = selectOperations(first, end, { where: operations, statuses: parseStatuses(query) })
  return {
    sql: `${hourly.sql} UNION ALL ${ends.sql}`,
    parameters: { ...ends.parameters, ...hourly.parameters },
  }
}

function selectSpans(where: Condition): Condition {
  const totals = { errors: `toUInt64(StatusCode = 'Error')`, oks: `toUInt64(StatusCode = 'Ok')` }
  return selectColumns({ table: 'otel_traces', columns: SPAN_COLUMNS, where, totals })
}

type OperationFilter = { where: Condition; statuses: string[] }

/** A row stands for spans of all statuses: only those of `statuses` count. */
function selectOperations(first: bigint, end: bigint, { where, statuses }: OperationFilter): Condition {
  const { select, parameters } = operationTotals(first, end)
  const countIf = (status: string, expression: string): string =>
    statuses.length === 0 || statuses.includes(status) ? expression : '0'
  const [errors, oks] = [countIf('error', 'Errors'), countIf('ok', 'Oks')]
  const weight = `toUInt64(${countIf('unset', 'Count - Errors - Oks')} + ${errors} + ${oks})`
  const columns = 'ServiceName, SpanName, SpanKind, Environment, Release, Count, Errors, Oks'
  return selectColumns({
    table: select(columns, where.sql),
    columns: SPAN_COLUMNS,
    where: { sql: `${weight} > 0`, parameters: { ...where.parameters, ...parameters } },
    weight,
    totals: { errors: `toUInt64(${errors})`, oks: `toUInt64(${oks})` },
  })
}

/** The hours within the range of which spans are stored: rows of `operations` outlive their spans. */
async function wholeHours(engine: Engine, { from, to }: Filters): Promise<[first: bigint, end: bigint]> {
  const [row] = await engine.query<{ oldest: string; spans: number }>(
    `SELECT toString(toUnixTimestamp64Nano(min(Timestamp))) AS oldest, count() AS spans FROM otel_traces`,
  )
  if (!row || row.spans === 0) return [0n, 0n]
  const oldest = (BigInt(row.oldest) / HOUR_NS) * HOUR_NS
  const first = ((from + HOUR_NS - 1n) / HOUR_NS) * HOUR_NS
  return [first > oldest ? first : oldest, (to / HOUR_NS) * HOUR_NS]
}
