// The answers of `/api/traces`. Types only.
import type { Event } from './issues.ts'

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
 * `route`: `http.route` of the span with the name, `user`: `user.id` of any span or its resource; empty if
 * unknown.
 */
export type TraceRow = {
  traceId: string
  name: string
  service: string
  route: string
  user: string
  start: string
  /** From the first start to the last end of its spans. */
  durationNs: number
  /** Of the span with the name: the earliest root span, else the earliest span. */
  rootDurationNs: number
  spans: number
  errors: number
  services: string[]
}

export type TracesAnswer = { traces: TraceRow[]; nextCursor: string | null }

/** `count`: traces that started in the column and took as long as the row says. */
export type TraceCell = { column: number; row: number; count: number; errors: number }

/** `/api/traces/heatmap`: durations as in the rows of the list. With `of=spans`, of single spans. */
export type TraceHeatmapAnswer = {
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

/**
 * Shares from 0 to 1 of the selected traces and of the others. `service`: of the spans below the root that
 * have the value; empty for root spans. `key`: as in a search.
 */
export type TraceDifference = { service: string; key: string; value: string; share: number; base: number }

export type TraceDifferencesAnswer = {
  /** Traces in `started`, `minDurationNs` and `maxDurationNs`, and those that match but for these. */
  selected: number
  others: number
  /** The shares are computed from a part of the traces. */
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

/** Ids of spans of one trace. */
export type SpanMatchesAnswer = { spanIds: string[] }
