// The most frequent values of each filter and of attributes of the application, of issues or of traces.
import type { Breakdown } from '../../../contract/issues.ts'
import type { FacetValue, FacetsAnswer } from '../../../contract/search.ts'
import { filters, type Filters } from '../../http/filters.ts'
import { choice, flag, text, type Parameter } from '../../http/parameters.ts'
import { path } from '../../http/path.ts'
import type { QueryContext } from '../issues/index.ts'
import { baseOf, issueFacets } from './issue-facets.ts'
import type { FacetReaders, FacetValues } from './attribute-facets.ts'
import { traceFacets } from './trace-facets.ts'
import { NO_SELECTION, TRACE_FILTERS, withUserAgents, type TraceFilters } from '../traces/index.ts'

/** Values of one facet. Rarer ones are found by a search. */
const MAX_VALUES = 20

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
    const { read, readBase } = await readers(context, parameters)
    const values = await read()
    const base = parameters.base ? await readBase(values) : null
    return {
      facets: [...values.values.keys()].map((name) => ({
        name,
        values: withBase(values.values.get(name) ?? [], name, base),
      })),
      total: values.total,
      ...(values.sampled && { sampled: true }),
      ...(base && { baseTotal: base.total }),
    }
  },
})

async function readers(
  context: QueryContext,
  { selection, issue }: { selection: FacetFilters; issue: string },
): Promise<FacetReaders> {
  if (selection.of === 'issues') return issueFacets(context, selection.filters, issue)
  const { engine } = context
  const filters = await withUserAgents(engine, selection.filters)
  const base = { ...NO_SELECTION, ...baseOf(filters) }
  return {
    read: () => traceFacets(engine, filters, { limit: MAX_VALUES }),
    readBase: ({ values }) => traceFacets(engine, base, { limit: MAX_VALUES, only: values }),
  }
}

function withBase(values: Breakdown, name: string, base: FacetValues | null): FacetValue[] {
  if (base === null) return values
  const counts = new Map((base.values.get(name) ?? []).map(({ value, count }) => [value, count]))
  return values.map((item) => ({
    ...item,
    base: base.total === 0 ? 0 : (counts.get(item.value) ?? 0) / base.total,
  }))
}
