// The answer of `/api/visitors`: what happened to one user or in one session. Types only.
import type { Event } from './issues.ts'
import type { TraceRow } from './traces.ts'
import type { VitalRating } from './vitals.ts'

export type VisitorError = { kind: 'error' } & Pick<
  Event,
  | 'at'
  | 'digest'
  | 'issueId'
  | 'service'
  | 'release'
  | 'type'
  | 'message'
  | 'url'
  | 'userId'
  | 'sessionId'
  | 'traceId'
>

/** `at`: the first span of the user or session. */
export type VisitorTrace = { kind: 'trace'; at: string; trace: TraceRow }

/** `value`: milliseconds; CLS has no unit. */
export type VisitorVital = {
  kind: 'vital'
  at: string
  service: string
  route: string
  userId: string
  sessionId: string
  name: string
  value: number
  rating: VitalRating
}

export type VisitorEntry = VisitorError | VisitorTrace | VisitorVital

export type VisitorCounts = { errors: number; traces: number; vitals: number }

/** `at`: the start of the step. Steps without an entry are missing. */
export type VisitorStep = VisitorCounts & { at: string }

/** `totals`, `steps`, `stepNs`: over the range, on the first page only. */
export type VisitorAnswer = {
  entries: VisitorEntry[]
  totals?: VisitorCounts
  steps?: VisitorStep[]
  stepNs?: number
  nextCursor: string | null
}
