// Queries about the installation: the status of the store, and what was delivered.
import type { DeliveryAnswer, StatusAnswer } from '../../../../contract/status.ts'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../http/http.ts'
import { answerQuery } from '../../http/query.ts'

/** With the milliseconds that the answer took. */
export function statusQuery() {
  return queryOptions({
    queryKey: ['status'],
    queryFn: async ({ signal }) => {
      const start = performance.now()
      const answer = await request<StatusAnswer>('/api/status', { signal })
      return { ...answer, durationMs: Math.round(performance.now() - start) }
    },
  })
}

/** Of the last 24 hours. */
export function deliveryQuery() {
  return answerQuery<DeliveryAnswer>(['delivery'], '/api/delivery?range=24h')
}
