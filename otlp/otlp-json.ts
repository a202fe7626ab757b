// Types of OTLP/JSON that the relay reads and the store receives. Ids are hex, 64-bit integers are decimal
// strings or numbers, enums are integers. Every member is optional: senders are not trusted.

export type AnyValue = {
  stringValue?: string
  boolValue?: boolean
  intValue?: string | number
  doubleValue?: number | string
  bytesValue?: string
  arrayValue?: { values?: AnyValue[] }
  kvlistValue?: { values?: KeyValue[] }
}
export type KeyValue = { key?: string; value?: AnyValue }

type Attributed = { attributes?: KeyValue[]; droppedAttributesCount?: number }

export type Resource = Attributed
export type Scope = Attributed & { name?: string; version?: string }

type SpanEvent = Attributed & { timeUnixNano?: string | number; name?: string }
type SpanLink = Attributed & { traceId?: string; spanId?: string; traceState?: string; flags?: number }
export type Span = Attributed & {
  traceId?: string
  spanId?: string
  traceState?: string
  parentSpanId?: string
  flags?: number
  name?: string
  kind?: number
  startTimeUnixNano?: string | number
  endTimeUnixNano?: string | number
  events?: SpanEvent[]
  droppedEventsCount?: number
  links?: SpanLink[]
  droppedLinksCount?: number
  status?: { code?: number; message?: string }
}
export type LogRecord = Attributed & {
  timeUnixNano?: string | number
  observedTimeUnixNano?: string | number
  severityNumber?: number
  severityText?: string
  body?: AnyValue
  flags?: number
  traceId?: string
  spanId?: string
  eventName?: string
}

type ScopeSpans = { scope?: Scope; spans?: Span[]; schemaUrl?: string }
export type ScopeLogs = { scope?: Scope; logRecords?: LogRecord[]; schemaUrl?: string }
export type ResourceSpans = { resource?: Resource; scopeSpans?: ScopeSpans[]; schemaUrl?: string }
type ResourceLogs = { resource?: Resource; scopeLogs?: ScopeLogs[]; schemaUrl?: string }

export type TracesRequest = { resourceSpans?: ResourceSpans[] }
export type LogsRequest = { resourceLogs?: ResourceLogs[] }

/** Metrics are validated and forwarded; only what counting their points needs has a type. */
type MetricPoints = { dataPoints?: { attributes?: KeyValue[] }[] }
type Metric = {
  name?: string
  gauge?: MetricPoints
  sum?: MetricPoints
  histogram?: MetricPoints
  exponentialHistogram?: MetricPoints
  summary?: MetricPoints
}
type ScopeMetrics = { scope?: Scope; metrics?: Metric[]; schemaUrl?: string }
type ResourceMetrics = { resource?: Resource; scopeMetrics?: ScopeMetrics[]; schemaUrl?: string }
export type MetricsRequest = { resourceMetrics?: ResourceMetrics[] }

export type Signal = 'traces' | 'logs' | 'metrics'
