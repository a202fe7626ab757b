// Queries for operations and web vitals, with their values over time.
import { keepPreviousData } from '@tanstack/react-query'
import type { OperationBreakdownAnswer, OperationsAnswer } from '../../../../contract/operations.ts'
import type { TraceHeatmapAnswer } from '../../../../contract/traces.ts'
import type { VitalsAnswer } from '../../../../contract/vitals.ts'
import { type Filters, period, searchParameters } from '../../search/filters.ts'
import { storeSearch } from '../../search/search-tokens.ts'
import { answerQuery } from '../../http/query.ts'

/** Rows of a list of operations, and routes of a list of vitals: 100 is the largest page of the API. */
const LIMIT = 100

/** `operation`: the exact name of one. `sort`: what decides which operations are in the answer. */
type OperationFilters = Filters & { operation?: string | undefined; sort?: string | undefined }

/** With the values over time. */
export function operationTrendsQuery(filters: OperationFilters) {
  return operationsQuery({ ...operationParameters(filters), trend: 'true' })
}

/**
 * With what is usual, the distributions, and all operations together: it takes longer than the list, which
 * does not wait for it.
 */
export function operationsBaseQuery(filters: OperationFilters) {
  return operationsQuery({ ...operationParameters(filters), base: 'true' })
}

function operationParameters({ operation, sort, ...filters }: OperationFilters) {
  const { service, environment, release, q } = filters
  const terms = storeSearch(q, 'operations')
  return { ...period(filters), service, environment, release, q: terms, operation, sort, limit: LIMIT }
}

function operationsQuery(parameters: Record<string, string | number | undefined>) {
  return {
    ...answerQuery<OperationsAnswer>(
      ['operations', 'measured', parameters],
      `/api/operations?${searchParameters(parameters)}`,
    ),
    placeholderData: keepPreviousData,
  }
}

/** One operation: when its calls started and how long they took. */
export function callTimesQuery(filters: OperationFilters) {
  const parameters = { ...oneOperation(filters), of: 'spans' }
  return {
    ...answerQuery<TraceHeatmapAnswer>(
      ['operations', 'calls', parameters],
      `/api/traces/heatmap?${searchParameters(parameters)}`,
    ),
    placeholderData: keepPreviousData,
  }
}

/** One operation: issues of its traces, and the parts of its time. */
export function operationInsideQuery(filters: OperationFilters) {
  const parameters = oneOperation(filters)
  return {
    ...answerQuery<OperationBreakdownAnswer>(
      ['operations', 'inside', parameters],
      `/api/operations/breakdown?${searchParameters(parameters)}`,
    ),
    placeholderData: keepPreviousData,
  }
}

function oneOperation({ operation, ...filters }: OperationFilters) {
  const { service, environment, release } = filters
  return { ...period(filters), service, environment, release, operation }
}

type VitalFilters = Filters & {
  route?: string | undefined
  device?: string | undefined
  /** Whose values over time each route has. */
  vital: string
}

export function vitalsQuery(filters: VitalFilters) {
  const { service, environment, release, route, device, vital } = filters
  const names = { service, environment, release, route, device, vital }
  const parameters = { ...period(filters), ...names, trend: 'true', limit: LIMIT }
  return {
    ...answerQuery<VitalsAnswer>(['vitals', parameters], `/api/vitals?${searchParameters(parameters)}`),
    placeholderData: keepPreviousData,
  }
}
