// Queries for traces, spans and operations.
import { type InfiniteData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { OperationsAnswer } from '../../../../contract/operations.ts'
import { TIMELINE_SPANS } from '../../../../contract/timeline/rows.ts'
import type {
  SpanAnswer,
  SpanMatchesAnswer,
  TraceAnswer,
  TraceDifferencesAnswer,
  TraceHeatmapAnswer,
  TraceRow,
  TracesAnswer,
} from '../../../../contract/traces.ts'
import { commonParameters, period, type TraceFilters } from '../../search/filters.ts'
import { storeSearch } from '../../search/search-tokens.ts'
import { HttpError, request, requestTimed, type Timed } from '../../http/http.ts'
import { filteredQuery, searchParameters, answerQuery, listQuery } from '../../http/query.ts'

/** Maximum age of the operation menu. */
const OPERATIONS_STALE_MS = 60_000

export function tracesQuery(filters: TraceFilters) {
  const parameters = { ...traceParameters(filters), sort: filters.order }
  return listQuery<TracesAnswer & Timed>(['traces', 'list'], '/api/traces', parameters, requestTimed)
}

/** The row of a trace in one of the loaded lists. */
export function listedTrace(client: QueryClient, traceId: string): TraceRow | undefined {
  return client
    .getQueriesData<InfiniteData<TracesAnswer>>({ queryKey: ['traces', 'list'] })
    .flatMap(([, list]) => list?.pages.flatMap(({ traces }) => traces) ?? [])
    .find((row) => row.traceId === traceId)
}

/** The number of traces by start and duration. */
export function heatmapQuery(filters: TraceFilters) {
  return filteredQuery<TraceHeatmapAnswer>(
    ['traces', 'heatmap'],
    '/api/traces/heatmap',
    traceParameters(filters),
  )
}

/** Attributes that are more frequent in the selected traces than in the others of the range. */
export function selectionAttributesQuery(filters: TraceFilters) {
  return filteredQuery<TraceDifferencesAnswer>(
    ['traces', 'selection'],
    '/api/traces/differences',
    traceParameters(filters),
  )
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
  const parameters = { ...commonParameters(filters), limit: 100 }
  return {
    ...filteredQuery<OperationsAnswer>(['operations'], '/api/operations', parameters),
    staleTime: OPERATIONS_STALE_MS,
  }
}

function tracePath(traceId: string): string {
  return `/api/traces/${encodeURIComponent(traceId)}`
}
