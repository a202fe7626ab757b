// Queries for lists of issues and for events over time.
import type { IssuesAnswer, TrendAnswer } from '../../../../contract/issues.ts'
import { commonParameters, type Filters, type IssueFilters, period } from '../../search/filters.ts'
import { storeSearch } from '../../search/search-tokens.ts'
import { filteredQuery, listQuery } from '../../http/query.ts'

export function issuesQuery({ range, from, to, q, ...filters }: IssueFilters) {
  const parameters = { ...filters, q: storeSearch(q, 'issues'), ...period({ range, from, to }) }
  return listQuery<IssuesAnswer>(['issues'], '/api/issues', parameters)
}

export function trendQuery(filters: Filters) {
  const parameters = { ...commonParameters(filters), q: storeSearch(filters.q, 'issues') }
  return filteredQuery<TrendAnswer>(['trend'], '/api/trend', parameters)
}
