// Queries for operations, their baseline, and one operation in detail.
import { keepPreviousData } from '@tanstack/react-query'
import type { OperationBreakdownAnswer, OperationsAnswer } from '../../../../contract/operations.ts'
import type { TraceHeatmapAnswer } from '../../../../contract/traces.ts'
import { type Filters, period, searchParameters } from '../../search/filters.ts'
import { storeSearch } from '../../search/search-tokens.ts'
import { answerQuery } from '../../http/query.ts'

/** Rows of the list, the largest page of the API. */
export const MAX_OPERATIONS = 100

/** `operation`: an exact name. `sort`: decides which operations are in the answer. */
type OperationFilters = Filters & { operation?: string | undefined; sort?: string | undefined }

/** With the values over time. */
export function operationTrendsQuery(filters: OperationFilters) {
  return operationsQuery({ ...operationParameters(filters), trend: 'true' })
}

/**
 * With baseline, distributions, and totals. It takes longer than the list, which does not wait for it.
 */
export function operationsBaseQuery(filters: OperationFilters) {
  return operationsQuery({ ...operationParameters(filters), base: 'true' })
}

function operationParameters({ operation, sort, ...filters }: OperationFilters) {
  const { service, environment, release, q } = filters
  const terms = storeSearch(q, 'operations')
  return {
    ...period(filters),
    service,
    environment,
    release,
    q: terms,
    operation,
    sort,
    limit: MAX_OPERATIONS,
  }
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

/** The calls of one operation by start and duration. */
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

/** One operation: issues in its traces, and where its time goes. */
export function operationBreakdownQuery(filters: OperationFilters) {
  const parameters = oneOperation(filters)
  return {
    ...answerQuery<OperationBreakdownAnswer>(
      ['operations', 'breakdown', parameters],
      `/api/operations/breakdown?${searchParameters(parameters)}`,
    ),
    placeholderData: keepPreviousData,
  }
}

function oneOperation({ operation, ...filters }: OperationFilters) {
  const { service, environment, release } = filters
  return { ...period(filters), service, environment, release, operation }
}
