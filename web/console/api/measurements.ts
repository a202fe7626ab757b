// Queries for operations and web vitals, with their values over time.
import { keepPreviousData } from '@tanstack/react-query'
import type { VitalsAnswer } from '../../../store/api/vital-contract.ts'
import type { OperationsAnswer } from '../../../store/api/trace-contract.ts'
import { type Filters, period, searchParameters } from '../filters.ts'
import { storeSearch } from '../search-tokens.ts'
import { answerQuery } from './query.ts'

/** Rows of a list of operations, and routes of a list of vitals: 100 is the largest page of the API. */
const LIMIT = 100

/** `operation`: the exact name of one. */
export function operationTrendsQuery(filters: Filters & { operation?: string | undefined }) {
  const { service, environment, release, q, operation } = filters
  const parameters = {
    ...period(filters),
    service,
    environment,
    release,
    q: storeSearch(q, 'operations'),
    operation,
    trend: 'true',
    limit: LIMIT,
  }
  return {
    ...answerQuery<OperationsAnswer>(
      ['operations', 'trends', parameters],
      `/api/operations?${searchParameters(parameters)}`,
    ),
    placeholderData: keepPreviousData,
  }
}

export function vitalsQuery(filters: Filters & { route?: string | undefined; device?: string | undefined }) {
  const { service, environment, release, route, device } = filters
  const names = { service, environment, release, route, device }
  const parameters = { ...period(filters), ...names, trend: 'true', limit: LIMIT }
  return {
    ...answerQuery<VitalsAnswer>(['vitals', parameters], `/api/vitals?${searchParameters(parameters)}`),
    placeholderData: keepPreviousData,
  }
}
