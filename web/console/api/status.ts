// Queries about the installation: services, the store's status, the relay's health.
import type { ServicesAnswer, StatusAnswer } from '../../../store/api/contract.ts'
import { answerQuery } from './query.ts'

export type Health = {
  status: 'ok' | 'degraded'
  collector: 'ok' | 'down' | 'none'
  store: 'ok' | 'down'
  storeHasProblems?: boolean
  spool: { bytes: number; envelopes: number; limit?: number; oldest?: string | null }
  version: string
  hint?: string
}

/** Services appear rarely: their names and colours may be this old. */
const SERVICES_STALE_MS = 60_000

export function servicesQuery() {
  return { ...answerQuery<ServicesAnswer>(['services'], '/api/services'), staleTime: SERVICES_STALE_MS }
}

export function statusQuery() {
  return answerQuery<StatusAnswer>(['status'], '/api/status')
}

export function healthQuery() {
  return answerQuery<Health>(['health'], '/health')
}
