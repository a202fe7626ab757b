// Every question the console asks, one function each, beside the path it asks at. The answers' types are the store's own.

import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type {
  Event,
  EventsAnswer,
  FacetsAnswer,
  IssueAnswer,
  IssuesAnswer,
  ReleasesAnswer,
  ServicesAnswer,
  SpanAnswer,
  StatusAnswer,
  TraceAnswer,
  TracesAnswer,
  TrendAnswer,
} from '../../../store/api/contract.ts'
import { ask, Refusal } from './http.ts'
import {
  type Filters,
  type IssueFilters,
  parameters,
  period,
  type Range,
  type TraceFilters,
} from '../filters.ts'

/** Rows of one page of a list. */
const PAGE = 25
const noCursor: string | null = null

export function issues(
  { range: _range, from: _from, to: _to, ...filters }: IssueFilters,
  time: ReturnType<typeof period>,
) {
  return infiniteQueryOptions({
    queryKey: ['issues', { ...filters, ...time }],
    queryFn: ({ pageParam, signal }) =>
      ask<IssuesAnswer>(
        `/api/issues?${parameters({ ...filters, ...time, limit: PAGE, cursor: pageParam })}`,
        { signal },
      ),
    initialPageParam: noCursor,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })
}

export function trend(filters: Filters) {
  const asked = {
    ...period(filters),
    service: filters.service,
    environment: filters.environment,
    release: filters.release,
    q: filters.q,
  }
  return queryOptions({
    queryKey: ['trend', asked],
    queryFn: ({ signal }) => ask<TrendAnswer>(`/api/trend?${parameters(asked)}`, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Of the last 30 days, the newest first. */
export function releases() {
  return queryOptions({
    queryKey: ['releases'],
    queryFn: ({ signal }) => ask<ReleasesAnswer>('/api/releases?limit=100', { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Counts and the trend are those of the range; the rest is always whole. */
export function issue(id: string, range: Range = '30d') {
  return queryOptions({
    queryKey: ['issue', id, range],
    queryFn: ({ signal }) =>
      ask<IssueAnswer>(`/api/issues/${encodeURIComponent(id)}?${parameters({ range })}`, { signal }),
  })
}

export function eventsOf(id: string) {
  return infiniteQueryOptions({
    queryKey: ['events', id],
    queryFn: ({ pageParam, signal }) =>
      ask<EventsAnswer>(
        `/api/issues/${encodeURIComponent(id)}/events?${parameters({ limit: PAGE, cursor: pageParam })}`,
        { signal },
      ),
    initialPageParam: noCursor,
    getNextPageParam: (page) => page.nextCursor,
  })
}

/** The newest digest of an issue between two instants. */
export function eventIn(id: string, from: string, to: string) {
  return queryOptions({
    queryKey: ['events', id, from, to],
    queryFn: async ({ signal }) =>
      (
        await ask<EventsAnswer>(
          `/api/issues/${encodeURIComponent(id)}/events?${parameters({ from, to, limit: 1 })}`,
          { signal },
        )
      ).events[0]?.digest ?? null,
  })
}

/** Null when nothing with this digest has arrived: that is an answer, not a failure. */
export function event(digest: string) {
  return queryOptions({
    queryKey: ['event', digest],
    queryFn: async ({ signal }): Promise<Event | null> => {
      try {
        return await ask<Event>(`/api/events/${encodeURIComponent(digest)}`, { signal })
      } catch (error) {
        if (error instanceof Refusal && error.status === 404) return null
        throw error
      }
    },
  })
}

export function traces(
  { range: _range, from: _from, to: _to, errors, ...filters }: TraceFilters,
  time: ReturnType<typeof period>,
) {
  const asked = { ...filters, ...time, status: errors ? 'error' : undefined }
  return infiniteQueryOptions({
    queryKey: ['traces', asked],
    queryFn: ({ pageParam, signal }) =>
      ask<TracesAnswer>(`/api/traces?${parameters({ ...asked, limit: PAGE, cursor: pageParam })}`, {
        signal,
      }),
    initialPageParam: noCursor,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })
}

export function trace(traceId: string) {
  return queryOptions({
    queryKey: ['trace', traceId],
    queryFn: ({ signal }) => ask<TraceAnswer>(`/api/traces/${encodeURIComponent(traceId)}`, { signal }),
  })
}

export function span(traceId: string, spanId: string) {
  return queryOptions({
    queryKey: ['trace', traceId, 'span', spanId],
    queryFn: ({ signal }) =>
      ask<SpanAnswer>(`/api/traces/${encodeURIComponent(traceId)}/spans/${encodeURIComponent(spanId)}`, {
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function facets(of: 'issues' | 'traces', filters: Filters) {
  const asked = { of, ...period(filters) }
  return queryOptions({
    queryKey: ['facets', asked],
    queryFn: ({ signal }) => ask<FacetsAnswer>(`/api/facets?${parameters(asked)}`, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
}

export function services() {
  return queryOptions({
    queryKey: ['services'],
    queryFn: ({ signal }) => ask<ServicesAnswer>('/api/services', { signal }),
    staleTime: 60_000,
  })
}

export function status() {
  return queryOptions({
    queryKey: ['status'],
    queryFn: ({ signal }) => ask<StatusAnswer>('/api/status', { signal }),
  })
}

export type Health = {
  status: 'ok' | 'degraded'
  collector: 'ok' | 'down' | 'none'
  store: 'ok' | 'down'
  spool: { bytes: number; envelopes: number }
  version: string
}

/** The relay's own word about itself and what stands behind it. */
export function health() {
  return queryOptions({ queryKey: ['health'], queryFn: ({ signal }) => ask<Health>('/health', { signal }) })
}
