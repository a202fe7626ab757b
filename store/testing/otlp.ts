// Requests as pages and servers send them, for tests.
import { randomBytes } from 'node:crypto'
import type { KeyValue, LogRecord, LogsRequest, Span, TracesRequest } from '../../otlp/otlp-json.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
export const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
  'Version/26.1 Mobile/15E148 Safari/604.1'

const SCRIPT = 'https://orders.example/assets/basket-Dk3fA9x_.js'

export const newDigest = (): string => Array.from(randomBytes(8), (byte) => ALPHABET[byte % 32]).join('')
export const newTraceId = (): string => randomBytes(16).toString('hex')
export const newSpanId = (): string => randomBytes(8).toString('hex')

/** `resource`: further attributes, and other values of the usual ones. */
type Source = {
  service?: string
  release?: string
  environment?: string
  resource?: Record<string, string>
}
export type ExceptionOptions = Source & {
  at?: number
  type?: string
  message?: string
  stacktrace?: string
  digest?: string
  url?: string
  traceId?: string
  spanId?: string
  severity?: number
  attributes?: Record<string, string>
}

export function keyValues(attributes: Record<string, string>): KeyValue[] {
  return Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } }))
}

function resourceOf({ service = 'orders-web', release = '4.1.0', ...source }: Source) {
  const attributes = {
    'service.name': service,
    'service.version': release,
    'deployment.environment.name': source.environment ?? 'production',
    'user_agent.original': CHROME,
    ...source.resource,
  }
  return { attributes: keyValues(attributes) }
}

/** One exception as our SDK sends it. */
export function exception(options: ExceptionOptions = {}): LogsRequest {
  return logs([exceptionRecord(options)], options)
}

export function exceptionRecord(options: ExceptionOptions): LogRecord {
  const {
    type = 'OrderError',
    message = 'The order has no lines',
    url = 'https://orders.example/basket',
  } = options
  const stacktrace =
    options.stacktrace ??
    [`${type}: ${message}`, `    at sumLines (${SCRIPT}:1:200)`, `    at showBasket (${SCRIPT}:1:900)`].join(
      '\n',
    )
  return {
    timeUnixNano: `${options.at ?? Date.now()}000000`,
    eventName: 'exception',
    severityNumber: options.severity ?? 17,
    traceId: options.traceId ?? newTraceId(),
    spanId: options.spanId ?? newSpanId(),
    attributes: keyValues({
      'exception.type': type,
      'exception.message': message,
      'exception.stacktrace': stacktrace,
      'errata.digest': options.digest ?? newDigest(),
      'errata.mechanism': 'window.error',
      'url.full': url,
      'session.id': 'session-1',
      'user.id': 'user-1',
      ...options.attributes,
    }),
  }
}

type VitalOptions = {
  value: number
  rating?: 'good' | 'needs-improvement' | 'poor'
  at?: number
  route?: string
  attributes?: Record<string, string>
}

/** The time until the largest element of a page was shown, as our SDK sends it. */
export function vitalRecord({
  value,
  rating = 'good',
  route = '/basket',
  ...options
}: VitalOptions): LogRecord {
  return {
    timeUnixNano: `${Math.round(options.at ?? Date.now())}000000`,
    eventName: 'browser.web_vital',
    attributes: keyValues({
      'http.route': route,
      'browser.web_vital.name': 'LCP',
      'browser.web_vital.value': String(value),
      'browser.web_vital.rating': rating,
      ...options.attributes,
    }),
  }
}

/** An event without a place of its own in the tests. */
export function eventRecord(
  eventName: string,
  attributes: Record<string, string>,
  at = Date.now(),
): LogRecord {
  return { timeUnixNano: `${at}000000`, eventName, attributes: keyValues(attributes) }
}

type LogOptions = {
  body?: string
  severity?: number
  severityText?: string
  at?: number
  traceId?: string
  spanId?: string
  attributes?: Record<string, string>
}

/** A line of a server's log. `severity`: OpenTelemetry's number. */
export function logRecord({ body = 'charged', severity = 9, at = Date.now(), ...options }: LogOptions = {}) {
  const { severityText = '', traceId = '', spanId = '', attributes = {} } = options
  return {
    timeUnixNano: `${at}000000`,
    body: { stringValue: body },
    severityNumber: severity,
    severityText,
    traceId,
    spanId,
    attributes: keyValues(attributes),
  }
}

export function logs(logRecords: LogRecord[], source: Source = {}): LogsRequest {
  return {
    resourceLogs: [{ resource: resourceOf(source), scopeLogs: [{ scope: { name: 'test' }, logRecords }] }],
  }
}

export function spans(list: Span[], source: Source = {}): TracesRequest {
  return {
    resourceSpans: [{ resource: resourceOf(source), scopeSpans: [{ scope: { name: 'test' }, spans: list }] }],
  }
}

type SpanOptions = {
  traceId?: string
  spanId?: string
  parentSpanId?: string
  name?: string
  at?: number
  milliseconds?: number
  error?: boolean
  attributes?: Record<string, string>
}

export function span(options: SpanOptions = {}): Span {
  const { at = Date.now() - 1_000, milliseconds = 40 } = options
  return {
    traceId: options.traceId ?? newTraceId(),
    spanId: options.spanId ?? newSpanId(),
    ...(options.parentSpanId !== undefined && { parentSpanId: options.parentSpanId }),
    name: options.name ?? 'page.load',
    kind: options.parentSpanId === undefined ? 1 : 3,
    startTimeUnixNano: `${at}000000`,
    endTimeUnixNano: `${at + milliseconds}000000`,
    status: options.error ? { code: 2, message: 'refused' } : {},
    attributes: keyValues(options.attributes ?? {}),
  }
}
