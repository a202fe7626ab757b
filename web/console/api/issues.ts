// Queries for issues and their events. The types of the answers are those of the store.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type {
  Event,
  EventsAnswer,
  IssueAnswer,
  IssuesAnswer,
  ReleasesAnswer,
  TrendAnswer,
} from '../../../store/api/contract.ts'
import { type Filters, type IssueFilters, period, type Range, searchParameters } from '../filters.ts'
import { HttpError, request } from './http.ts'
import { answerQuery, listQuery } from './query.ts'

export function issuesQuery({ range, from, to, ...filters }: IssueFilters) {
  const parameters = { ...filters, ...period({ range, from, to }) }
  return listQuery<IssuesAnswer>(['issues', parameters], `/api/issues?${searchParameters(parameters)}`)
}

/** How many issues are open; without the rows of the list, because every screen shows it. */
export function issueCountsQuery() {
  const path = `/api/issues?${searchParameters({ ...period({}), limit: 1 })}`
  return answerQuery<IssuesAnswer>(['issue-counts'], path)
}

export function trendQuery(filters: Filters) {
  const { service, environment, release, q } = filters
  const parameters = { ...period(filters), service, environment, release, q }
  return {
    ...answerQuery<TrendAnswer>(['trend', parameters], `/api/trend?${searchParameters(parameters)}`),
    placeholderData: keepPreviousData,
  }
}

/** The releases of the last 30 days, the newest first. 100 is the largest page of the API. */
export function releasesQuery() {
  return answerQuery<ReleasesAnswer>(['releases'], '/api/releases?limit=100')
}

/** The range of the counts and of the breakdowns of an issue: the longest one of the API. */
export const COUNTS_RANGE: Range = '30d'

/** Counts, breakdowns and the trend are those of the range; first and last seen are of all time. */
export function issueQuery(id: string, range: Range, q?: string) {
  const path = `${issuePath(id)}?${searchParameters({ range, q })}`
  return answerQuery<IssueAnswer>(['issue', id, range, q], path)
}

export function eventsQuery(id: string, q?: string) {
  return listQuery<EventsAnswer>(['events', id, q], `${issuePath(id)}/events?${searchParameters({ q })}`)
}

/** The digest of the newest event of an issue between two instants; null where there is none. */
export function newestDigestQuery(
  id: string,
  filters: { from?: string; to?: string; q?: string | undefined },
) {
  return queryOptions({
    queryKey: ['events', id, filters],
    queryFn: async ({ signal }) => {
      const path = `${issuePath(id)}/events?${searchParameters({ ...filters, limit: 1 })}`
      return (await request<EventsAnswer>(path, { signal })).events[0]?.digest ?? null
    },
  })
}

/**
 * Null where no event has this digest: the screens wait for it, so a 404 is no error. `q`: its neighbours are
 * among the events of its issue that match.
 */
export function eventQuery(digest: string, q?: string) {
  return queryOptions({
    queryKey: ['event', digest, q],
    queryFn: async ({ signal }): Promise<Event | null> => {
      try {
        const path = `/api/events/${encodeURIComponent(digest)}`
        return await request<Event>(q ? `${path}?${searchParameters({ q })}` : path, { signal })
      } catch (error) {
        if (error instanceof HttpError && error.status === 404) return null
        throw error
      }
    },
  })
}

function issuePath(id: string): string {
  return `/api/issues/${encodeURIComponent(id)}`
}
