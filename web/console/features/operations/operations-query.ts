// Queries for operations, their baseline, and one operation in detail.
import type {
  OperationBreakdownAnswer,
  OperationCallsAnswer,
  OperationsAnswer,
} from '../../../../contract/operations.ts'
import type { TraceHeatmapAnswer } from '../../../../contract/traces.ts'
import { commonParameters, type Filters, type TraceFilters } from '../../search/filters.ts'
import { storeSearch } from '../../search/search-tokens.ts'
import { filteredQuery, listQuery } from '../../http/query.ts'

/** Rows of the list, the largest page of the API. */
export const MAX_OPERATIONS = 100

/** `operation`: an exact name. `sort`: decides which operations are in the answer. */
type OperationFilters = Filters & { operation?: string | undefined; sort?: string | undefined }

/** With the values over time. */
export function operationTrendsQuery(filters: OperationFilters) {
  return operationsQuery(filters, { trend: 'true' })
}

/**
 * With baseline, distributions, and totals. It takes longer than the list, which does not wait for it.
 */
export function operationsBaseQuery(filters: OperationFilters) {
  return operationsQuery(filters, { base: 'true' })
}

function operationsQuery(
  { operation, sort, q, ...filters }: OperationFilters,
  extra: Record<string, string>,
) {
  const terms = storeSearch(q, 'operations')
  const page = { q: terms, operation, sort, limit: MAX_OPERATIONS }
  const parameters = { ...commonParameters(filters), ...page, ...extra }
  return filteredQuery<OperationsAnswer>(['operations', 'measured'], '/api/operations', parameters)
}

/** Calls of a page: more are loaded on demand. */
const CALLS = 8

/** The calls of one operation, or those in the selected area. */
export function callsQuery({
  errors,
  order,
  started,
  minDurationNs,
  maxDurationNs,
  ...filters
}: TraceFilters) {
  const parameters = {
    ...oneOperation(filters),
    started,
    minDurationNs,
    maxDurationNs,
    status: errors ? 'error' : undefined,
    sort: order,
    limit: CALLS,
  }
  return listQuery<OperationCallsAnswer>(['operations', 'calls', 'list'], '/api/operations/calls', parameters)
}

/** The calls of one operation by start and duration. */
export function callTimesQuery(filters: OperationFilters) {
  const parameters = { ...oneOperation(filters), of: 'spans' }
  return filteredQuery<TraceHeatmapAnswer>(['operations', 'calls'], '/api/traces/heatmap', parameters)
}

/** One operation: issues in its traces, and where its time goes. */
export function operationBreakdownQuery(filters: OperationFilters) {
  return filteredQuery<OperationBreakdownAnswer>(
    ['operations', 'breakdown'],
    '/api/operations/breakdown',
    oneOperation(filters),
  )
}

function oneOperation({ operation, ...filters }: OperationFilters) {
  return { ...commonParameters(filters), operation }
}
