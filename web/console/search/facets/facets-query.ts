// Queries for facets: the most frequent values of each filter, with the share that each usually has.
import type { FacetsAnswer } from '../../../../contract/search.ts'
import { commonParameters, type Range } from '../filters.ts'
import type { ListName } from '../../../../contract/query.ts'
import { type ListFilters, storeSearch } from '../search-tokens.ts'
import { filteredQuery } from '../../http/query.ts'

/** Facets may be this old: they are read to choose a filter. */
const STALE_MS = 30_000

/** Of the events of a list of issues, or of a list of traces. */
export function facetsQuery(list: ListName, filters: ListFilters) {
  const common = { ...commonParameters(filters), q: storeSearch(filters.q, list), base: 'true' }
  if (list === 'issues') return query({ ...common, of: 'issues' })
  const { operation, attribute, started, minDurationNs, maxDurationNs, errors } = filters
  const ofSpans = { operation, attribute, started, minDurationNs, maxDurationNs }
  return query({ ...common, ...ofSpans, of: 'traces', status: errors ? 'error' : undefined })
}

/** Of the events of one issue; the base is its service, or the services of issues that were merged. */
export function issueFacetsQuery(issue: string, range: Range, q: string | undefined) {
  return query({ of: 'issues', issue, range, q: storeSearch(q, 'issues'), base: 'true' })
}

function query(parameters: Record<string, string | undefined>) {
  return { ...filteredQuery<FacetsAnswer>(['facets'], '/api/facets', parameters), staleTime: STALE_MS }
}
