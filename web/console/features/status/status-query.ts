// Queries about the installation: services, the store's status, the relay's health.
import type { ServicesAnswer } from '../../../../contract/search.ts'
import type { DeliveryAnswer, StatusAnswer } from '../../../../contract/status.ts'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../http/http.ts'
import { answerQuery } from '../../http/query.ts'

export type Health = {
  status: 'ok' | 'degraded'
  collector: 'ok' | 'down' | 'none'
  store: 'ok' | 'down'
  storeHasProblems?: boolean
  spool: { bytes: number; envelopes: number; limit?: number; oldest?: string | null }
  /** What waits in the collector for the store, and how much more one signal may be; null: not known. */
  collectorQueue?: { bytes: number; room: number; oldest: string | null } | null
  version: string
  hint?: string
}

/** Services appear rarely: their names and colours may be this old. */
const SERVICES_STALE_MS = 60_000

export function servicesQuery() {
  return { ...answerQuery<ServicesAnswer>(['services'], '/api/services'), staleTime: SERVICES_STALE_MS }
}

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

export function healthQuery() {
  return answerQuery<Health>(['health'], '/health')
}

/** Of the last 24 hours. */
export function deliveryQuery() {
  return answerQuery<DeliveryAnswer>(['delivery'], '/api/delivery?range=24h')
}
