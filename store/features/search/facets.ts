// The most frequent values of each filter, of issues or of traces.
import { all, type Condition } from '../../database/engine/condition.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { FACETS } from '../../../contract/query.ts'
import { EXCEPTION_COLUMNS, exceptionFilter, isOfIssue } from '../../occurrences/exception-filter.ts'
import type { Breakdown } from '../../../contract/issues.ts'
import type { FacetValue, FacetsAnswer } from '../../../contract/search.ts'
import { filters, filtersOf, type Filters } from '../../http/filters.ts'
import { choice, flag, text, type Parameter } from '../../http/parameters.ts'
import { path } from '../../http/path.ts'
import {
  assigneeColumn,
  selectColumns,
  topValues,
  withIssueTerms,
  type Columns,
  type QueryContext,
} from '../issues/index.ts'
import { traceFacets } from './trace-facets.ts'
import { NO_SELECTION, TRACE_FILTERS, withUserAgents, type TraceFilters } from '../traces/index.ts'

/** Values of one facet. Rarer ones are found by a search. */
const MAX_VALUES = 20

/** Fingerprints that narrow a query: more of them are most of the table. */
const MAX_FINGERPRINTS = 1_000

function issueColumns(assignee: string): Columns {
  return Object.fromEntries(
    FACETS.issues.map((name) => [name, name === 'assignee' ? assignee : EXCEPTION_COLUMNS[name]]),
  )
}

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
    const { names, read, readBase } = await readers(context, parameters)
    const values = await read()
    const texts = [...new Set([...values.values.values()].flat().map(({ value }) => value))]
    const base = parameters.base ? await readBase(texts) : null
    return {
      facets: names.map((name) => ({ name, values: withBase(values.values.get(name) ?? [], name, base) })),
      total: values.total,
      ...(values.sampled && { sampled: true }),
      ...(base && { baseTotal: base.total }),
    }
  },
})

/** `readBase`: the same values in what shares are of. */
type Readers = {
  names: readonly string[]
  read: () => Promise<Values>
  readBase: (only: string[]) => Promise<Values>
}

async function readers(
  context: QueryContext,
  { selection, issue }: { selection: FacetFilters; issue: string },
): Promise<Readers> {
  const { engine, merges, issueCache } = context
  if (selection.of === 'traces') {
    const filters = await withUserAgents(engine, selection.filters)
    const base = { ...NO_SELECTION, ...baseOf(filters) }
    return {
      names: FACETS.traces,
      read: () => traceFacets(engine, filters, { limit: MAX_VALUES }),
      readBase: (only) => traceFacets(engine, base, { limit: MAX_VALUES, only }),
    }
  }
  const filters = withIssueTerms(context, selection.filters)
  const changes = [...(await issueCache.changes()).values()]
  const assignee = assigneeColumn(
    merges,
    changes.some((change) => Boolean(change.assignee?.value)),
  )
  const fingerprints = issue === '' ? null : merges.fingerprintsOf(merges.issueOf(issue))
  return {
    names: FACETS.issues,
    read: async () => {
      const narrow = fingerprints ?? (await narrowSearch(context, filters))
      return issueFacets(engine, issueRows(filters, narrow, assignee))
    },
    readBase: (only) => issueFacets(engine, issueBase(filters, fingerprints, assignee), only),
  }
}

/** Of a search for rare words, the fingerprints that have them, which lead the table's key; null: all. */
async function narrowSearch(context: QueryContext, filters: Filters): Promise<string[] | null> {
  if (!filters.terms.some(({ key }) => key === null)) return null
  const selection = await context.occurrences.select(filters, context)
  return selection.fingerprints(MAX_FINGERPRINTS)
}

type Values = { values: Map<string, Breakdown>; total: number; sampled?: boolean }

function withBase(values: Breakdown, name: string, base: Values | null): FacetValue[] {
  if (base === null) return values
  const counts = new Map((base.values.get(name) ?? []).map(({ value, count }) => [value, count]))
  return values.map((item) => ({
    ...item,
    base: base.total === 0 ? 0 : (counts.get(item.value) ?? 0) / base.total,
  }))
}

async function issueFacets(engine: Engine, rows: Condition, restrictTo?: string[]): Promise<Values> {
  const request = { names: FACETS.issues, rows, limit: restrictTo?.length ?? MAX_VALUES }
  const { values, totals } = await topValues(engine, { ...request, ...(restrictTo && { restrictTo }) })
  return { values, total: totals['count'] ?? 0 }
}

function issueRows(filters: Filters, fingerprints: string[] | null, assignee: Condition): Condition {
  const where = all([...(fingerprints === null ? [] : [isOfIssue(fingerprints)]), exceptionFilter(filters)])
  const { sql, parameters } = selectColumns({
    table: 'exceptions',
    columns: issueColumns(assignee.sql),
    where,
  })
  return { sql, parameters: { ...parameters, ...assignee.parameters } }
}

function issueBase(filters: Filters, fingerprints: string[] | null, assignee: Condition): Condition {
  const base = issueRows(baseOf(filters), null, assignee)
  if (fingerprints === null || filters.service.length > 0) return base
  const ofService = `ServiceName IN (SELECT ServiceName FROM exceptions
    WHERE IssueId IN {fingerprints:Array(String)})`
  return { sql: `${base.sql} AND ${ofService}`, parameters: { ...base.parameters, fingerprints } }
}

/** The same range and services without the other filters. */
function baseOf(filters: Filters): Filters {
  const { until, service } = filters
  return filtersOf(filters, { until, service })
}
