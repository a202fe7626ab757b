// Queries for traces, spans and operations.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { OperationsAnswer } from '../../../../contract/operations.ts'
import type {
  SpanAnswer,
  SpanMatchesAnswer,
  TraceAnswer,
  TraceDifferencesAnswer,
  TraceHeatmapAnswer,
  TracesAnswer,
} from '../../../../contract/traces.ts'
import { period, searchParameters, type TraceFilters } from '../../search/filters.ts'
import { storeSearch } from '../../search/search-tokens.ts'
import { HttpError, request } from '../../http/http.ts'
import { answerQuery, listQuery } from '../../http/query.ts'
import { requestTimed, type Timed } from '../../http/timed.ts'

/** Maximum age of the operation menu. */
const OPERATIONS_STALE_MS = 60_000

export function tracesQuery(filters: TraceFilters) {
  const parameters = { ...traceParameters(filters), sort: filters.order }
  const path = `/api/traces?${searchParameters(parameters)}`
  return listQuery<TracesAnswer & Timed>(['traces', 'list', parameters], path, requestTimed)
}

/** The number of traces by start and duration. */
export function heatmapQuery(filters: TraceFilters) {
  const parameters = traceParameters(filters)
  const path = `/api/traces/heatmap?${searchParameters(parameters)}`
  return {
    ...answerQuery<TraceHeatmapAnswer>(['traces', 'heatmap', parameters], path),
    placeholderData: keepPreviousData,
  }
}

/** Attributes that are more frequent in the selected traces than in the others of the range. */
export function selectionAttributesQuery(filters: TraceFilters) {
  const parameters = traceParameters(filters)
  const path = `/api/traces/differences?${searchParameters(parameters)}`
  return {
    ...answerQuery<TraceDifferencesAnswer>(['traces', 'selection', parameters], path),
    placeholderData: keepPreviousData,
  }
}

function traceParameters({ range, from, to, errors, order: _order, q, ...filters }: TraceFilters) {
  return {
    ...filters,
    q: storeSearch(q, 'traces'),
    ...period({ range, from, to }),
    status: errors ? 'error' : undefined,
  }
}

export function traceQuery(traceId: string) {
  return answerQuery<TraceAnswer>(['trace', traceId], tracePath(traceId))
}

/** Spans of a timeline: more do not explain an exception. */
const TIMELINE_SPANS = 100

/** `at`: the instant of an exception or of the selected span. */
type Focus = { at: string; spanId: string }

/** Null if no span of the trace is stored. */
export function traceAroundQuery(traceId: string, { at, spanId }: Focus) {
  return queryOptions({
    queryKey: ['trace', traceId, 'around', at, spanId],
    queryFn: ({ signal }) => fetchTraceAround(traceId, { at, spanId }, TIMELINE_SPANS, signal),
  })
}

/** At most `limit` spans around an instant, with their details. */
export async function fetchTraceAround(
  traceId: string,
  { at, spanId }: Focus,
  limit: number,
  signal?: AbortSignal,
): Promise<TraceAnswer | null> {
  const span = /^[\da-f]{16}$/i.test(spanId) ? spanId : undefined
  const parameters = searchParameters({ limit, details: 'true', around: at, span })
  try {
    const answer = await request<TraceAnswer>(`${tracePath(traceId)}?${parameters}`, signal ? { signal } : {})
    return answer.spans.length > 0 ? answer : null
  } catch (error) {
    // The trace id is invalid or unknown.
    if (error instanceof HttpError && (error.status === 404 || error.status === 400)) return null
    throw error
  }
}

/** A span never changes once it is stored. */
export function spanQuery(traceId: string, spanId: string) {
  const path = `${tracePath(traceId)}/spans/${encodeURIComponent(spanId)}`
  return {
    ...answerQuery<SpanAnswer>(['trace', traceId, 'span', spanId], path),
    staleTime: Number.POSITIVE_INFINITY,
  }
}

export function spanMatchesQuery(traceId: string, q: string) {
  const path = `${tracePath(traceId)}/matches?${searchParameters({ q })}`
  return answerQuery<SpanMatchesAnswer>(['trace', traceId, 'matches', q], path)
}

/** The most frequent operations of the period. 100 is the largest page of the API. */
export function operationsQuery(filters: TraceFilters) {
  const { service, environment, release } = filters
  const parameters = { ...period(filters), service, environment, release, limit: 100 }
  const path = `/api/operations?${searchParameters(parameters)}`
  return {
    ...answerQuery<OperationsAnswer>(['operations', parameters], path),
    staleTime: OPERATIONS_STALE_MS,
    placeholderData: keepPreviousData,
  }
}

function tracePath(traceId: string): string {
  return `/api/traces/${encodeURIComponent(traceId)}`
}
