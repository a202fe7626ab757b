// The answers of `/api` about traces and operations, as types only, as in `contract.ts`.
import type { Event } from './contract.ts'

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer' | 'unspecified'
export type SpanStatus = 'unset' | 'ok' | 'error'

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
}

export type TraceRow = {
  traceId: string
  name: string
  service: string
  start: string
  durationNs: number
  spans: number
  errors: number
  services: string[]
}
export type TracesAnswer = { traces: TraceRow[]; nextCursor: string | null }

export type TraceException = Pick<Event, 'digest' | 'spanId' | 'at' | 'type' | 'message'>
/** What a span recorded while it ran, besides exceptions. */
export type TraceSpanEvent = { spanId: string; at: string; name: string }
export type TraceAnswer = {
  traceId: string
  start: string
  durationNs: number
  totalSpans: number
  truncated: boolean
  spans: Span[]
  exceptions: TraceException[]
  /** At most 1,000, the earliest first. */
  spanEvents: TraceSpanEvent[]
}

type SpanEvent = { at: string; name: string; attributes: Record<string, string> }
type SpanLink = { traceId: string; spanId: string; attributes: Record<string, string> }
export type SpanAnswer = Span & {
  statusMessage: string
  attributes: Record<string, string>
  resource: Record<string, string>
  events: SpanEvent[]
  links: SpanLink[]
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
  /** With `trend=true`: hours, six hours or days of the range; those without a call are missing. */
  trend?: OperationPoint[]
}
export type OperationsAnswer = { operations: OperationRow[] }
