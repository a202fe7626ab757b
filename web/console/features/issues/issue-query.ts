// Queries for one issue, and for what every screen shows about issues.
import type { IssueAnswer, IssuesAnswer, TrendAnswer } from '../../../../contract/issues.ts'
import { period, type Range, RANGES } from '../../search/filters.ts'
import { filteredQuery, searchParameters, answerQuery } from '../../http/query.ts'

/** Releases are rare. */
const RELEASES_STALE_MS = 60_000

/** The number of open issues without rows, because every screen shows it. */
export function issueCountsQuery() {
  const path = `/api/issues?${searchParameters({ ...period({}), limit: 1 })}`
  return answerQuery<IssuesAnswer>(['issue-counts'], path)
}

/** The releases of a service first seen since the instant. */
export function releaseMarksQuery(service: string, from: string) {
  const path = `/api/trend?${searchParameters({ service, from })}`
  return {
    ...answerQuery<TrendAnswer>(['trend', 'releases', service, from], path),
    select: ({ releases }: TrendAnswer) => releases,
    staleTime: RELEASES_STALE_MS,
  }
}

/** The range of counts and breakdowns of an issue: the longest of the API. */
export const COUNTS_RANGE: Range = '30d'
export const COUNTS_LABEL = RANGES[COUNTS_RANGE].toLowerCase()

/** Counts, breakdowns and trend cover the range; first and last seen are all-time. */
export function issueQuery(id: string, range: Range, q?: string) {
  const path = `${issuePath(id)}?${searchParameters({ range, q, breakdowns: 'false' })}`
  return answerQuery<IssueAnswer>(['issue', id, range, q], path)
}

/** Events since an instant. While the instant moves, the chart shows the previous answer. */
export function issueTrendQuery(id: string, from: string, q?: string) {
  return filteredQuery<IssueAnswer>(['issue', id, 'since'], issuePath(id), { from, q, breakdowns: 'false' })
}

export function issuePath(id: string): string {
  return `/api/issues/${encodeURIComponent(id)}`
}
