// The open issues that match a text, while it is written.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Issue, IssuesAnswer } from '../../../contract/issues.ts'
import { filteredQuery } from '../http/query.ts'
import { type IssueFilters, period } from './filters.ts'
import type { SearchQuery } from './search-query.ts'
import { storeSearch } from './search-tokens.ts'

/** Keys follow each other faster. */
const PAUSE_MS = 150
/** The others are one key away: the list of all that match. */
const MAX_ISSUES = 5
const NO_FILTERS = '{}'

/** A few, of the last 30 days, when the writer pauses. */
export function useMatchingIssues(query: SearchQuery): Issue[] {
  const filters = JSON.stringify(query.target === 'list' ? query.filters : {})
  const [paused, setPaused] = useState(NO_FILTERS)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(filters), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [filters])
  const isEnabled = filters !== NO_FILTERS && paused !== NO_FILTERS
  const { data } = useQuery({
    ...matchingIssuesQuery(JSON.parse(paused) as IssueFilters),
    enabled: isEnabled,
  })
  return (isEnabled && data?.issues) || []
}

function matchingIssuesQuery({ q, ...filters }: IssueFilters) {
  const parameters = {
    ...filters,
    q: storeSearch(q, 'issues'),
    ...period({ range: '30d' }),
    limit: MAX_ISSUES,
  }
  return filteredQuery<IssuesAnswer>(['issues-by-name'], '/api/issues', parameters)
}
