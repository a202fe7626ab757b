// Queries for traces, spans and operations.
import { keepPreviousData } from '@tanstack/react-query'
import type {
  OperationsAnswer,
  SpanAnswer,
  SpanMatchesAnswer,
  TraceAnswer,
  TracesAnswer,
} from '../../../store/api/trace-contract.ts'
import { period, searchParameters, type TraceFilters } from '../filters.ts'
import { answerQuery, listQuery } from './query.ts'

/** The menu of operations may be this old. */
const OPERATIONS_STALE_MS = 60_000

export function tracesQuery({ range, from, to, errors, ...filters }: TraceFilters) {
  const parameters = { ...filters, ...period({ range, from, to }), status: errors ? 'error' : undefined }
  return listQuery<TracesAnswer>(['traces', parameters], `/api/traces?${searchParameters(parameters)}`)
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
