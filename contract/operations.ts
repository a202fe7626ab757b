// The answers of `/api/operations`. Types only.
import type { Issue } from './issues.ts'
import type { SpanKind, SpanStatus, TraceRow } from './traces.ts'

/** One step of a trend; `at` is its start. */
export type OperationPoint = { at: string; count: number; errors: number; p95Ns: number }

/** Of the 7 days before the range, or of those that are stored. `count`: in the length of the range. */
export type UsualOperations = {
  count: number
  /** 0 to 1. */
  errorShare: number
  p50Ns: number
  p95Ns: number
  p99Ns: number
}

export type UsualOperation = UsualOperations & { timeShare: number; distribution: number[] }

export type OperationRow = {
  service: string
  name: string
  kind: SpanKind
  count: number
  errors: number
  p50Ns: number
  p75Ns: number
  p95Ns: number
  p99Ns: number
  /** The sum of the durations. */
  timeNs: number
  /** 0 to 1: of the time of all operations of the service, whatever `operation` and `q`. */
  timeShare: number
  /** With `trend=true`: by 5 minutes, hour, 6 hours or day; steps without a call are missing. */
  trend?: OperationPoint[]
  /** With `base=true`; missing where it had no call then. */
  usual?: UsualOperation
  /** With `base=true`: the share of the calls in each duration of `durationsNs`. */
  distribution?: number[]
}

/** `lowNs` to `highNs`: the p95 of the steps at the same time of the day in the 7 days before the range. */
export type OperationsPoint = OperationPoint & { usual?: { lowNs: number; highNs: number } }

/** All operations that match, also those that are not on the page. */
export type OperationsTotals = {
  count: number
  errors: number
  timeNs: number
  p50Ns: number
  p95Ns: number
  p99Ns: number
  usual?: UsualOperations
  trend: OperationsPoint[]
}

export type OperationsAnswer = {
  operations: OperationRow[]
  /** These four with `base=true`. The lower edges of `distribution`; the first has what is shorter too. */
  durationsNs?: number[]
  totals?: OperationsTotals
  /** Whatever `service`: the number of operations of each, those with most calls first. At most 100. */
  services?: { service: string; operations: number }[]
  /** When the 7 days before begin, or what is stored of them. Null: nothing is. */
  usualFrom?: string | null
}

/** `httpStatus`: of the response, `503`; empty if unknown. `trace`: null for a span without a trace. */
export type OperationCall = {
  traceId: string
  spanId: string
  start: string
  durationNs: number
  status: SpanStatus
  httpStatus: string
  statusMessage: string
  trace: TraceRow | null
}

/** `/api/operations/calls`. */
export type OperationCallsAnswer = { calls: OperationCall[]; nextCursor: string | null }

/** `count`: occurrences in traces of the sample. */
export type OperationIssue = { issue: Issue; count: number }

/** `share`: 0 to 1, of the time of the calls; parts that run at once are counted each. */
export type OperationPart = { service: string; name: string; share: number; count: number }

/** `/api/operations/breakdown`: of the newest calls of an operation. */
export type OperationBreakdownAnswer = {
  /** Those with most occurrences. */
  issues: OperationIssue[]
  /** The calls whose traces have `issues`, and the start of the oldest; null without calls. */
  calls: number
  since: string | null
  /** Children of the spans of `sampled` calls by name, those with most time first. */
  parts: OperationPart[]
  sampled: number
  /** The share of the time in which no child ran. */
  selfShare: number
}
