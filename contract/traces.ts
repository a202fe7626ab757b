// The answers of `/api` about traces and operations, as types only, as in `contract.ts`.
import type { Event, Issue } from './issues.ts'

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer' | 'unspecified'
export type SpanStatus = 'unset' | 'ok' | 'error'

type SpanEvent = { at: string; name: string; attributes: Record<string, string> }
type SpanLink = { traceId: string; spanId: string; attributes: Record<string, string> }
export type SpanDetails = {
  statusMessage: string
  attributes: Record<string, string>
  resource: Record<string, string>
  events: SpanEvent[]
  links: SpanLink[]
}

/** A row of the waterfall, with few fields: an answer has up to 50,000. */
export type Span = {
  spanId: string
  parentSpanId: string | null
  name: string
  kind: SpanKind
  service: string
  start: string
  durationNs: number
  status: SpanStatus
  exceptions: number
  /** With `details=true`: of at most 2,000 spans. */
  details?: SpanDetails
}

/**
 * `route`: `http.route` of the span with the name, `user`: `user.id` of any span or its resource; empty where
 * there is none.
 */
export type TraceRow = {
  traceId: string
  name: string
  service: string
  route: string
  user: string
  start: string
  durationNs: number
  spans: number
  errors: number
  services: string[]
}
export type TracesAnswer = { traces: TraceRow[]; nextCursor: string | null }

/** `count`: traces that started in the column and took as long as the row says. */
export type TraceCell = { column: number; row: number; count: number; errors: number }
/** `/api/traces/strip`. Traces without a root span have no cell. */
export type TraceStripAnswer = {
  /** The start of the first column. */
  from: string
  stepNs: number
  columns: number
  /** The lower edges of the rows 1, 2 …; row 0 has what is shorter than the first. */
  durationsNs: number[]
  cells: TraceCell[]
  /** Of all cells. */
  count: number
  errors: number
  p50Ns: number
  p95Ns: number
  /** Traces in the list with the same parameters. */
  total: number
}
/** Shares from 0 to 1 of the selected traces and of the others. `key`: as in a search. */
export type TraceDifference = { key: string; value: string; share: number; base: number }
export type TraceDifferencesAnswer = {
  /** Traces in `started`, `minDurationNs` and `maxDurationNs`, and those that match but for these. */
  selected: number
  others: number
  /** The shares are those of a part of the traces. */
  sampled: boolean
  /** The most different first: by `share` / `base`. */
  differences: TraceDifference[]
  /** Attributes that do not differ. */
  same: string[]
}

export type TraceException = Pick<Event, 'digest' | 'spanId' | 'at' | 'type' | 'message'>
/** What a span recorded while it ran, besides exceptions. */
export type TraceSpanEvent = { spanId: string; at: string; name: string }
export type TraceAnswer = {
  traceId: string
  start: string
  durationNs: number
  totalSpans: number
  /** There are more spans than the answer has. */
  truncated: boolean
  spans: Span[]
  exceptions: TraceException[]
  /** At most 1,000, the earliest first. */
  spanEvents: TraceSpanEvent[]
}

export type SpanAnswer = Span &
  SpanDetails & {
    /** How long spans of the same service and name took in the last 24 h. */
    peers: {
      count: number
      p50Ns: number
      p95Ns: number
      histogram: { fromNs: number; toNs: number; count: number }[]
    }
  }

/** One step of a trend; `at` is its start. */
export type OperationPoint = { at: string; count: number; errors: number; p95Ns: number }
/** Ids of spans of one trace. */
export type SpanMatchesAnswer = { spanIds: string[] }

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
  /** With `trend=true`: hours, six hours or days of the range; those without a call are missing. */
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

/** `count`: occurrences in traces of the sample. */
export type OperationIssue = { issue: Issue; count: number }
/** `share`: 0 to 1, of the time of the calls; parts that run at once are counted each. */
export type OperationPart = { service: string; name: string; share: number; count: number }
/** `/api/operations/inside`: of the newest calls of an operation. */
export type OperationInsideAnswer = {
  /** Those with most occurrences. */
  issues: OperationIssue[]
  /** Calls whose traces `issues` are of, and the start of the oldest; null: there is none. */
  calls: number
  since: string | null
  /** Children of the spans of `sampled` calls by name, those with most time first. */
  parts: OperationPart[]
  sampled: number
  /** The share of the time in which no child ran. */
  selfShare: number
}
