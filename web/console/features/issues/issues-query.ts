// Queries for lists of issues and for events over time.
import { keepPreviousData } from '@tanstack/react-query'
import type { IssuesAnswer, TrendAnswer } from '../../../../contract/issues.ts'
import { type Filters, type IssueFilters, period, searchParameters } from '../../search/filters.ts'
import { storeSearch } from '../../search/search-tokens.ts'
import { answerQuery, listQuery } from '../../http/query.ts'

export function issuesQuery({ range, from, to, q, ...filters }: IssueFilters) {
  const parameters = { ...filters, q: storeSearch(q, 'issues'), ...period({ range, from, to }) }
  return listQuery<IssuesAnswer>(['issues', parameters], `/api/issues?${searchParameters(parameters)}`)
}

export function trendQuery(filters: Filters) {
  const { service, environment, release, q } = filters
  const parameters = { ...period(filters), service, environment, release, q: storeSearch(q, 'issues') }
  return {
    ...answerQuery<TrendAnswer>(['trend', parameters], `/api/trend?${searchParameters(parameters)}`),
    placeholderData: keepPreviousData,
  }
}
