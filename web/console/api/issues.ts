// Queries for issues and their events. The types of the answers are those of the store.

import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
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
import { cursorPaging, PAGE_SIZE } from './paging.ts'

export function issuesQuery({ range, from, to, ...filters }: IssueFilters) {
  const parameters = { ...filters, ...period({ range, from, to }) }
  return infiniteQueryOptions({
    queryKey: ['issues', parameters],
    queryFn: ({ pageParam: cursor, signal }) =>
      request<IssuesAnswer>(`/api/issues?${searchParameters({ ...parameters, limit: PAGE_SIZE, cursor })}`, {
        signal,
      }),
    ...cursorPaging,
    placeholderData: keepPreviousData,
  })
}

export function trendQuery(filters: Filters) {
  const { service, environment, release, q } = filters
  const parameters = { ...period(filters), service, environment, release, q }
  return queryOptions({
    queryKey: ['trend', parameters],
    queryFn: ({ signal }) => request<TrendAnswer>(`/api/trend?${searchParameters(parameters)}`, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** The releases of the last 30 days, the newest first. 100 is the largest page of the API. */
export function releasesQuery() {
  return queryOptions({
    queryKey: ['releases'],
    queryFn: ({ signal }) => request<ReleasesAnswer>('/api/releases?limit=100', { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Counts, breakdowns and the trend are those of the range; first and last seen are of all time. */
export function issueQuery(id: string, range: Range) {
  return queryOptions({
    queryKey: ['issue', id, range],
    queryFn: ({ signal }) =>
      request<IssueAnswer>(`/api/issues/${encodeURIComponent(id)}?range=${range}`, { signal }),
  })
}

export function eventsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['events', id],
    queryFn: ({ pageParam: cursor, signal }) =>
      request<EventsAnswer>(
        `/api/issues/${encodeURIComponent(id)}/events?${searchParameters({ limit: PAGE_SIZE, cursor })}`,
        { signal },
      ),
    ...cursorPaging,
  })
}

/** The digest of the newest event of an issue between two instants; null where there is none. */
export function newestDigestQuery(id: string, from: string, to: string) {
  return queryOptions({
    queryKey: ['events', id, from, to],
    queryFn: async ({ signal }) => {
      const path = `/api/issues/${encodeURIComponent(id)}/events`
      const { events } = await request<EventsAnswer>(`${path}?${searchParameters({ from, to, limit: 1 })}`, {
        signal,
      })
      return events[0]?.digest ?? null
    },
  })
}

/** Null where no event has this digest: the screens wait for it, so a 404 is no error. */
export function eventQuery(digest: string) {
  return queryOptions({
    queryKey: ['event', digest],
    queryFn: async ({ signal }): Promise<Event | null> => {
      try {
        return await request<Event>(`/api/events/${encodeURIComponent(digest)}`, { signal })
      } catch (error) {
        if (error instanceof HttpError && error.status === 404) return null
        throw error
      }
    },
  })
}
