// GET /api/facets?of=issues|traces
import { all, between, type Condition } from '../../database/engine/condition.ts'
import type { Engine } from '../../database/engine/engine.ts'
import type { QueryContext } from '../issues/query-context.ts'
import { EXCEPTION_COLUMNS, exceptionFilter } from '../../occurrences/exception-filter.ts'
import { FACETS } from '../../../contract/query.ts'
import type { Breakdown } from '../../../contract/issues.ts'
import type { FacetValue, FacetsAnswer } from '../../../contract/search.ts'
import { readFilters, type Filters } from '../../http/filters.ts'
import { parseChoices, parseText } from '../../http/query-parameters.ts'
import { HOUR_NS, operationTotals } from '../operations/operation-totals.ts'
import { IS_ROOT, rootConditions } from '../traces/root-filter.ts'
import { columnConditions, operationCondition, parseStatuses, spanCondition } from '../traces/span-filter.ts'
import { selectColumns, topValues, type Columns } from '../issues/top-values.ts'
import { readTraceFilters } from '../traces/user-agents.ts'

/** Values of one facet. Rarer ones are found by a search. */
const MAX_VALUES = 20

const ISSUE_COLUMNS: Columns = Object.fromEntries(
  FACETS.issues.map((name) => [name, EXCEPTION_COLUMNS[name]]),
)

/** Of spans, the same in `otel_traces` and in `operations`. The status has three values, which are summed. */
const SPAN_COLUMNS: Record<Exclude<(typeof FACETS.traces)[number], 'status'>, string> = {
  service: 'ServiceName',
  operation: 'SpanName',
  kind: 'lower(SpanKind)',
  environment: 'Environment',
  release: 'Release',
}

type FacetRows = { names: string[]; rows: Condition; totals?: string[] }

/**
 * With `base=true`, each value has its share of the base: of the same range and services without the other
 * filters, or for one issue, of all exceptions of its service.
 */
export async function facets(
  { engine, merges }: Pick<QueryContext, 'engine' | 'merges'>,
  query: URLSearchParams,
): Promise<FacetsAnswer> {
  const [of] = parseChoices(query, 'of', ['issues', 'traces'], ['issues'])
  const hasBase = parseChoices(query, 'base', ['true'], []).length > 0
  const filters = of === 'traces' ? await readTraceFilters(engine, query) : readFilters(query)
  const issueId = parseText(query, 'issue')
  const fingerprints = issueId === '' ? [] : merges.fingerprintsOf(merges.issueOf(issueId))
  const [names, rows, baseRows] =
    of === 'traces'
      ? [FACETS.traces, spanRows(engine, query, filters), () => spanBase(engine, query, filters)]
      : [FACETS.issues, issueRows(filters, fingerprints), () => issueBase(filters, fingerprints)]
  const values = await readValues(engine, await rows)
  const base = hasBase ? await readValues(engine, await baseRows(), values) : null
  return {
    facets: names.map((name) => ({ name, values: withBase(values.values.get(name) ?? [], name, base) })),
    total: values.total,
    ...(base && { baseTotal: base.total }),
  }
}

type Values = { values: Map<string, Breakdown>; total: number }

function withBase(values: Breakdown, name: string, base: Values | null): FacetValue[] {
  if (base === null) return values
  const counts = new Map((base.values.get(name) ?? []).map(({ value, count }) => [value, count]))
  return values.map((item) => ({
    ...item,
    base: base.total === 0 ? 0 : (counts.get(item.value) ?? 0) / base.total,
  }))
}

/** `only`: no other values than these. */
async function readValues(
  engine: Engine,
  { names, rows, totals }: FacetRows,
  only?: Values,
): Promise<Values> {
  const texts = only && [...new Set([...only.values.values()].flat().map(({ value }) => value))]
  const request = { names, rows, limit: texts ? texts.length : MAX_VALUES, ...(totals && { totals }) }
  const answer = await topValues(engine, { ...request, ...(texts && { only: texts }) })
  const { count = 0, errors: error = 0, oks: ok = 0 } = answer.totals
  if (totals) answer.values.set('status', toStatuses({ error, ok, unset: count - error - ok }))
  return { values: answer.values, total: count }
}

function toStatuses(counts: Record<string, number>): Breakdown {
  return Object.entries(counts)
    .map(([value, count]) => ({ value, count }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
}

function issueRows(filters: Filters, fingerprints: string[]): FacetRows {
  const ofIssue = { sql: 'IssueId IN {fingerprints:Array(String)}', parameters: { fingerprints } }
  const where = all([...(fingerprints.length > 0 ? [ofIssue] : []), exceptionFilter(filters)])
  return {
    names: Object.keys(ISSUE_COLUMNS),
    rows: selectColumns({ table: 'exceptions', columns: ISSUE_COLUMNS, where }),
  }
}

function issueBase(filters: Filters, fingerprints: string[]): FacetRows {
  const base = issueRows(baseOf(filters), [])
  if (fingerprints.length === 0 || filters.service.length > 0) return base
  const ofService = `ServiceName IN (SELECT ServiceName FROM exceptions
    WHERE IssueId IN {fingerprints:Array(String)})`
  const { sql, parameters } = base.rows
  return {
    ...base,
    rows: { sql: `${sql} AND ${ofService}`, parameters: { ...parameters, fingerprints } },
  }
}

/** Time and duration are those of root spans: their base is that of root spans too. */
async function spanBase(engine: Engine, query: URLSearchParams, filters: Filters): Promise<FacetRows> {
  const base = baseOf(filters)
  if (rootConditions(query).length === 0) return spanRows(engine, new URLSearchParams(), base)
  const operation = parseText(query, 'operation')
  const spans = all([
    between(base),
    ...columnConditions(new URLSearchParams({ operation }), base),
    ...(operation === '' ? [{ sql: IS_ROOT, parameters: {} }] : []),
  ])
  return spanFacetRows(selectSpans(spans))
}

/** The same range and services without the other filters. */
function baseOf(filters: Filters): Filters {
  return { ...filters, environment: [], release: [], terms: [] }
}

function spanFacetRows(rows: Condition): FacetRows {
  return { names: Object.keys(SPAN_COLUMNS), rows, totals: ['errors', 'oks'] }
}

/**
 * Exact counts: whole hours are read from `operations`, the two ends of the range span by span. Durations,
 * attributes and users are not in `operations`: with them, all of the range is read span by span.
 */
async function spanRows(engine: Engine, query: URLSearchParams, filters: Filters): Promise<FacetRows> {
  const spans = spanCondition(query, filters)
  const operations = operationCondition(query, filters)
  const [first, end] = operations ? await wholeHours(engine, filters) : [0n, 0n]
  const inRange = between(filters)
  if (operations === null || first >= end) return spanFacetRows(selectSpans(all([inRange, spans])))
  const atEnds = {
    sql: `(Timestamp < fromUnixTimestamp64Nano({first:Int64})
      OR Timestamp >= fromUnixTimestamp64Nano({end:Int64}))`,
    parameters: { first: String(first), end: String(end) },
  }
  const ends = selectSpans(all([inRange, atEnds, spans]))
  const hourly = selectOperations(first, end, { where: operations, statuses: parseStatuses(query) })
  return spanFacetRows({
    sql: `${hourly.sql} UNION ALL ${ends.sql}`,
    parameters: { ...ends.parameters, ...hourly.parameters },
  })
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
