// Queries about the installation: services, the store's status, the relay's health.

import { queryOptions } from '@tanstack/react-query'
import type { ServicesAnswer, StatusAnswer } from '../../../store/api/contract.ts'
import { request } from './http.ts'

export type Health = {
  status: 'ok' | 'degraded'
  collector: 'ok' | 'down' | 'none'
  store: 'ok' | 'down'
  spool: { bytes: number; envelopes: number }
  version: string
}

export function servicesQuery() {
  return queryOptions({
    queryKey: ['services'],
    queryFn: ({ signal }) => request<ServicesAnswer>('/api/services', { signal }),
    staleTime: 60_000,
  })
}

export function statusQuery() {
  return queryOptions({
    queryKey: ['status'],
    queryFn: ({ signal }) => request<StatusAnswer>('/api/status', { signal }),
  })
}

export function healthQuery() {
  return queryOptions({
    queryKey: ['health'],
    queryFn: ({ signal }) => request<Health>('/health', { signal }),
  })
}
