// The health of the relay, which also says whether it reaches collector and store.
import { answerQuery } from './query.ts'

/** `lost`: envelopes, since the start. */
type SpoolDamage = { lost?: number; canRead?: boolean }

export type Health = {
  status: 'ok' | 'degraded'
  collector: 'ok' | 'down' | 'none'
  store: 'ok' | 'down'
  storeHasProblems?: boolean
  spool: { bytes: number; envelopes: number; limit?: number; oldest?: string | null } & SpoolDamage
  /** What is queued in the collector for the store, and the space left for one signal; null: not known. */
  collectorQueue?: { bytes: number; room: number; oldest: string | null } | null
  /** Resident bytes; null: not known. */
  memory?: { relay: number; collector: number | null }
  /** By the clock of the relay. */
  time?: string
  version: string
  hint?: string
  /** Services by numbers of projects; keys that may send, none: all; items that were not stored, by type. */
  sentry?: { projects: Record<string, string>; keys: string[]; leftOut: Record<string, number> }
}

export function healthQuery() {
  return answerQuery<Health>(['health'], '/health')
}
