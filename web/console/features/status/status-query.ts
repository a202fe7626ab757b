// Queries about the installation: the status of the store, and what was delivered.
import type { DeliveryAnswer, StatusAnswer } from '../../../../contract/status.ts'
import { queryOptions } from '@tanstack/react-query'
import { requestTimed } from '../../http/http.ts'
import { answerQuery } from '../../http/query.ts'

export function statusQuery() {
  return queryOptions({
    queryKey: ['status'],
    queryFn: ({ signal }) => requestTimed<StatusAnswer>('/api/status', { signal }),
  })
}

/** Of the last 24 hours. */
export function deliveryQuery() {
  return answerQuery<DeliveryAnswer>(['delivery'], '/api/delivery?range=24h')
}
