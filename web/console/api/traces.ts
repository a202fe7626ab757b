// Queries for traces, spans and operations.
import { keepPreviousData } from '@tanstack/react-query'
import type {
  OperationsAnswer,
  SpanAnswer,
  SpanMatchesAnswer,
  TraceAnswer,
  TraceDifferencesAnswer,
  TracesAnswer,
  TraceStripAnswer,
} from '../../../store/api/trace-contract.ts'
import { period, searchParameters, type TraceFilters } from '../filters.ts'
import { storeSearch } from '../search-tokens.ts'
import { answerQuery, listQuery } from './query.ts'
import { requestTimed, type Timed } from './timed.ts'

/** The menu of operations may be this old. */
const OPERATIONS_STALE_MS = 60_000

export function tracesQuery(filters: TraceFilters) {
  const parameters = { ...traceParameters(filters), sort: filters.order }
  const path = `/api/traces?${searchParameters(parameters)}`
  return listQuery<TracesAnswer & Timed>(['traces', 'list', parameters], path, requestTimed)
}

/** How many traces started when and took how long. */
export function stripQuery(filters: TraceFilters) {
  const parameters = traceParameters(filters)
  const path = `/api/traces/strip?${searchParameters(parameters)}`
  return {
    ...answerQuery<TraceStripAnswer>(['traces', 'strip', parameters], path),
    placeholderData: keepPreviousData,
  }
}

/** What the selected traces have that the others of the range do not have. */
export function differencesQuery(filters: TraceFilters) {
  const parameters = traceParameters(filters)
  const path = `/api/traces/differences?${searchParameters(parameters)}`
  return {
    ...answerQuery<TraceDifferencesAnswer>(['traces', 'differences', parameters], path),
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
