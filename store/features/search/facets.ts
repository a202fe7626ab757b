// The most frequent values of each filter, of issues or of traces.
import { all, between, type Condition } from '../../database/engine/condition.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { endOfHour, greatest, HOUR_NS } from '../../database/instants.ts'
import { FACETS } from '../../../contract/query.ts'
import { EXCEPTION_COLUMNS, exceptionFilter, isOfIssue } from '../../occurrences/exception-filter.ts'
import type { Breakdown } from '../../../contract/issues.ts'
import type { FacetValue, FacetsAnswer } from '../../../contract/search.ts'
import { filters, filtersOf, type Filters } from '../../http/filters.ts'
import { choice, flag, text, type Parameter } from '../../http/parameters.ts'
import { path } from '../../http/path.ts'
import { selectColumns, topValues, type Columns, type QueryContext } from '../issues/index.ts'
import { operationTotals } from '../operations/index.ts'
import {
  columnConditions,
  IS_ROOT,
  NO_SELECTION,
  operationCondition,
  rootConditions,
  spanCondition,
  TRACE_FILTERS,
  withUserAgents,
  type TraceFilters,
} from '../traces/index.ts'

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

type FacetRows = { names: readonly string[]; rows: Condition; totals?: string[] }

/** Facets of issues ignore the parameters of spans: an issue has another `status`. */
type FacetFilters = { of: 'issues'; filters: Filters } | { of: 'traces'; filters: TraceFilters }

const ISSUE_FILTERS = filters()

const FACET_FILTERS: Parameter<FacetFilters> = {
  ...TRACE_FILTERS,
  read: (query, name) =>
    query.get('of') === 'traces'
      ? { of: 'traces', filters: TRACE_FILTERS.read(query, name) }
      : { of: 'issues', filters: ISSUE_FILTERS.read(query, name) },
}

export const facetsPath = path('GET /api/facets', {
  summary: 'The most frequent values of each filter',
  parameters: {
    of: choice('Default: issues.', ['issues', 'traces'], 'issues'),
    selection: FACET_FILTERS,
    base: flag('With the share of each value when only range and service are filtered.'),
    issue: text('Only occurrences of this issue.'),
  },
  answer: 'FacetsAnswer',
  /**
   * With `base=true`, each value has its share of the base: of the same range and services without the other
   * filters, or for one issue, of all exceptions of its service.
   */
  async handle({ parameters }, context: QueryContext): Promise<FacetsAnswer> {
    const { engine } = context
    const { names, rows, readBase } = await select(context, parameters)
    const values = await readValues(engine, rows)
    const base = parameters.base ? await readValues(engine, await readBase(), values) : null
    return {
      facets: names.map((name) => ({ name, values: withBase(values.values.get(name) ?? [], name, base) })),
      total: values.total,
      ...(base && { baseTotal: base.total }),
    }
  },
})

/** `readBase`: the rows that shares are of. */
type Selected = { names: readonly string[]; rows: FacetRows; readBase: () => FacetRows | Promise<FacetRows> }

async function select(
  { engine, merges }: QueryContext,
  { selection, issue }: { selection: FacetFilters; issue: string },
): Promise<Selected> {
  if (selection.of === 'traces') {
    const filters = await withUserAgents(engine, selection.filters)
    return {
      names: FACETS.traces,
      rows: await spanRows(engine, filters),
      readBase: () => spanBase(engine, filters),
    }
  }
  const { filters } = selection
  const fingerprints = issue === '' ? [] : merges.fingerprintsOf(merges.issueOf(issue))
  return {
    names: FACETS.issues,
    rows: issueRows(filters, fingerprints),
    readBase: () => issueBase(filters, fingerprints),
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

/** `restrictTo`: only the values that these have. */
async function readValues(
  engine: Engine,
  { names, rows, totals }: FacetRows,
  restrictTo?: Values,
): Promise<Values> {
  const texts = restrictTo && [...new Set([...restrictTo.values.values()].flat().map(({ value }) => value))]
  const request = { names, rows, limit: texts ? texts.length : MAX_VALUES, ...(totals && { totals }) }
  const answer = await topValues(engine, { ...request, ...(texts && { restrictTo: texts }) })
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
  const where = all([...(fingerprints.length > 0 ? [isOfIssue(fingerprints)] : []), exceptionFilter(filters)])
  return {
    names: FACETS.issues,
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

/** Time and duration select root spans, so the base is of root spans too. */
async function spanBase(engine: Engine, filters: TraceFilters): Promise<FacetRows> {
  const base = { ...NO_SELECTION, ...baseOf(filters) }
  if (rootConditions(filters).length === 0) return spanRows(engine, base)
  const { operation } = filters
  const spans = all([
    between(base),
    ...columnConditions({ ...base, operation }),
    ...(operation === '' ? [{ sql: IS_ROOT, parameters: {} }] : []),
  ])
  return spanFacetRows(selectSpans(spans))
}

/** The same range and services without the other filters. */
function baseOf(filters: Filters): Filters {
  const { until, service } = filters
  return filtersOf(filters, { until, service })
}

function spanFacetRows(rows: Condition): FacetRows {
  return { names: Object.keys(SPAN_COLUMNS), rows, totals: ['errors', 'oks'] }
}

/**
 * Exact counts: whole hours are read from `operations`, the two ends of the range span by span. Durations,
 * attributes and users are not in `operations`: with them, all of the range is read span by span.
 */
async function spanRows(engine: Engine, filters: TraceFilters): Promise<FacetRows> {
  const spans = spanCondition(filters)
  const operations = operationCondition(filters)
  const [first, end] = operations ? await wholeHours(engine, filters) : [0n, 0n]
  const inRange = between(filters)
  if (operations === null || first >= end) return spanFacetRows(selectSpans(all([inRange, spans])))
  const atEnds = {
    sql: `(Timestamp < fromUnixTimestamp64Nano({first:Int64})
      OR Timestamp >= fromUnixTimestamp64Nano({end:Int64}))`,
    parameters: { first: String(first), end: String(end) },
  }
  const ends = selectSpans(all([inRange, atEnds, spans]))
  const hourly = selectOperations(first, end, { where: operations, statuses: filters.statuses })
  return spanFacetRows({
    sql: `${hourly.sql} UNION ALL ${ends.sql}`,
    parameters: { ...ends.parameters, ...hourly.parameters },
  })
}

function selectSpans(where: Condition): Condition {
  const totals = { errors: `toUInt64(StatusCode = 'Error')`, oks: `toUInt64(StatusCode = 'Ok')` }
  return selectColumns({ table: 'otel_traces', columns: SPAN_COLUMNS, where, totals })
}

type OperationFilter = { where: Condition; statuses: readonly string[] }

/** A row is the sum of all statuses: only spans of `statuses` count. */
function selectOperations(first: bigint, end: bigint, { where, statuses }: OperationFilter): Condition {
  const countIf = (status: string, expression: string): string =>
    statuses.length === 0 || statuses.includes(status) ? expression : '0'
  const [errors, oks] = [countIf('error', 'Errors'), countIf('ok', 'Oks')]
  const weight = `toUInt64(${countIf('unset', 'Count - Errors - Oks')} + ${errors} + ${oks})`
  const columns = 'ServiceName, SpanName, SpanKind, Environment, Release, Count, Errors, Oks'
  const rows = operationTotals(first, end)(columns, where)
  return selectColumns({
    table: rows.sql,
    columns: SPAN_COLUMNS,
    where: { sql: `${weight} > 0`, parameters: rows.parameters },
    weight,
    totals: { errors: `toUInt64(${errors})`, oks: `toUInt64(${oks})` },
  })
}

/** The hours of the range that have stored spans: rows of `operations` outlive their spans. */
async function wholeHours(engine: Engine, { from, to }: Filters): Promise<[first: bigint, end: bigint]> {
  const [row] = await engine.query<{ oldest: string; spans: number }>(
    `SELECT toString(toUnixTimestamp64Nano(min(Timestamp))) AS oldest, count() AS spans FROM otel_traces`,
  )
  if (!row || row.spans === 0) return [0n, 0n]
  const oldest = (BigInt(row.oldest) / HOUR_NS) * HOUR_NS
  return [greatest(endOfHour(from), oldest), (to / HOUR_NS) * HOUR_NS]
}
