// Queries for traces, spans and operations.

import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { OperationsAnswer, SpanAnswer, TraceAnswer, TracesAnswer } from '../../../store/api/contract.ts'
import { period, searchParameters, type TraceFilters } from '../filters.ts'
import { request } from './http.ts'
import { cursorPaging, PAGE_SIZE } from './paging.ts'

export function tracesQuery({ range, from, to, errors, ...filters }: TraceFilters) {
  const parameters = { ...filters, ...period({ range, from, to }), status: errors ? 'error' : undefined }
  return infiniteQueryOptions({
    queryKey: ['traces', parameters],
    queryFn: ({ pageParam: cursor, signal }) =>
      request<TracesAnswer>(`/api/traces?${searchParameters({ ...parameters, limit: PAGE_SIZE, cursor })}`, {
        signal,
      }),
    ...cursorPaging,
    placeholderData: keepPreviousData,
  })
}

export function traceQuery(traceId: string) {
  return queryOptions({
    queryKey: ['trace', traceId],
    queryFn: ({ signal }) => request<TraceAnswer>(`/api/traces/${encodeURIComponent(traceId)}`, { signal }),
  })
}

export function spanQuery(traceId: string, spanId: string) {
  return queryOptions({
    queryKey: ['trace', traceId, 'span', spanId],
    queryFn: ({ signal }) =>
      request<SpanAnswer>(`/api/traces/${encodeURIComponent(traceId)}/spans/${encodeURIComponent(spanId)}`, {
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The most frequent operations of the period. 100 is the largest page of the API. */
export function operationsQuery(filters: TraceFilters) {
  const { service, environment, release } = filters
  const parameters = { ...period(filters), service, environment, release, limit: 100 }
  return queryOptions({
    queryKey: ['operations', parameters],
    queryFn: ({ signal }) =>
      request<OperationsAnswer>(`/api/operations?${searchParameters(parameters)}`, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
}
