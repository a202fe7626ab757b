// Queries for one issue, and for what every screen shows of all of them.
import { keepPreviousData } from '@tanstack/react-query'
import type { IssueAnswer, IssuesAnswer, TrendAnswer } from '../../../../contract/issues.ts'
import { period, type Range, searchParameters } from '../../search/filters.ts'
import { answerQuery } from '../../http/query.ts'

/** Releases come rarely. */
const RELEASES_STALE_MS = 60_000

/** How many issues are open; without the rows of the list, because every screen shows it. */
export function issueCountsQuery() {
  const path = `/api/issues?${searchParameters({ ...period({}), limit: 1 })}`
  return answerQuery<IssuesAnswer>(['issue-counts'], path)
}

/** The releases of a service that were first seen since the instant. */
export function releaseMarksQuery(service: string, from: string) {
  const path = `/api/trend?${searchParameters({ service, from })}`
  return {
    ...answerQuery<TrendAnswer>(['trend', 'releases', service, from], path),
    select: ({ releases }: TrendAnswer) => releases,
    staleTime: RELEASES_STALE_MS,
  }
}

/** The range of the counts and of the breakdowns of an issue: the longest one of the API. */
export const COUNTS_RANGE: Range = '30d'

/** Counts, breakdowns and the trend are those of the range; first and last seen are of all time. */
export function issueQuery(id: string, range: Range, q?: string) {
  const path = `${issuePath(id)}?${searchParameters({ range, q, breakdowns: 'false' })}`
  return answerQuery<IssueAnswer>(['issue', id, range, q], path)
}

/** The events since an instant. While the instant moves, the chart shows those since the former one. */
export function issueTrendQuery(id: string, from: string, q?: string) {
  const path = `${issuePath(id)}?${searchParameters({ from, q, breakdowns: 'false' })}`
  return {
    ...answerQuery<IssueAnswer>(['issue', id, 'since', from, q], path),
    placeholderData: keepPreviousData,
  }
}

export function issuePath(id: string): string {
  return `/api/issues/${encodeURIComponent(id)}`
}
