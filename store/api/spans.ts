// Rows of `otel_traces` as spans of the API.
import type { Span, SpanKind, SpanStatus } from './contract.ts'
import { rfc3339 } from '../rfc3339.ts'

export const SPAN_COLUMNS = `SpanId AS spanId, ParentSpanId AS parentSpanId, SpanName AS name,
  lower(SpanKind) AS kind, ServiceName AS service, toString(Timestamp) AS start, Duration AS durationNs,
  lower(StatusCode) AS status`

export type SpanRow = {
  spanId: string
  parentSpanId: string
  name: string
  kind: SpanKind
  service: string
  start: string
  durationNs: number
  status: SpanStatus
}

export function toSpan(row: SpanRow, exceptions: number): Span {
  const { spanId, parentSpanId, name, kind, service, start, durationNs, status } = row
  return {
    spanId,
    parentSpanId: parentSpanId || null,
    name,
    kind,
    service,
    start: rfc3339(start),
    durationNs,
    status,
    exceptions,
  }
}

/** 32 hex digits, in any case. */
export function isTraceId(id: string): boolean {
  return /^[\da-f]{32}$/i.test(id)
}

/** 16 hex digits, in any case. */
export function isSpanId(id: string): boolean {
  return /^[\da-f]{16}$/i.test(id)
}
