// What a log record shows, as expressions over `otel_logs`.
import type { LogLevel } from '../../../contract/logs.ts'

/** Six levels of four numbers each, from 1. */
const LEVELS: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal']

export const LOG_LEVELS = LEVELS

/** Texts of severities that records have without a number. */
const TEXTS: Record<LogLevel, string[]> = {
  trace: ['trace', 'verbose'],
  debug: ['debug'],
  info: ['info', 'information', 'notice', 'log'],
  warn: ['warn', 'warning'],
  error: ['error', 'err'],
  fatal: ['fatal', 'critical', 'crit', 'alert', 'emergency', 'emerg', 'panic'],
}

/** Undefined: the text names no level. */
export function levelOfText(text: string): LogLevel | undefined {
  return LEVELS.find((level) => TEXTS[level].includes(text.toLowerCase()))
}

export function firstNumber(level: LogLevel): number {
  return LEVELS.indexOf(level) * 4 + 1
}

const [texts, numbers] = [
  LEVELS.flatMap((level) => TEXTS[level].map((text) => `'${text}'`)),
  LEVELS.flatMap((level) => TEXTS[level].map(() => firstNumber(level))),
]

/** OpenTelemetry's number, 1 to 24; 0: the record has no severity, or one that is not defined. */
export const SEVERITY = `if(SeverityNumber BETWEEN 1 AND 24, SeverityNumber,
  transform(lower(SeverityText), [${texts.join(', ')}], [${numbers.join(', ')}], 0))`

/**
 * What the SDK, Sentry's SDKs and the relay report has screens of its own: it is no log record. Exceptions
 * are: a line of a server's log often has one.
 */
export const IS_LOG = `EventName NOT IN ('browser.web_vital', 'user.feedback', 'session.start',
  'session.end', 'session.crash', 'session.counts') AND NOT startsWith(EventName, 'errata.')`

const TYPE = `LogAttributes['exception.type']`
const MESSAGE = `LogAttributes['exception.message']`

const BODY = `multiIf(Body != '', Body,
  ${TYPE} != '' OR ${MESSAGE} != '',
  concat(${TYPE}, if(${TYPE} != '' AND ${MESSAGE} != '', ': ', ''), ${MESSAGE}), EventName)`

/** What the store adds to an exception is on the page of the event, which its digest opens. */
const ATTRIBUTES = `mapFilter((name, value) -> name != 'service.name' AND (NOT startsWith(name, 'errata.')
    OR startsWith(name, 'errata.flag.')
    OR (name = 'errata.digest' AND LogAttributes['errata.fingerprint'] != '')),
  mapUpdate(ResourceAttributes, LogAttributes))`

/** `ns`: nanoseconds since 1970, as text. */
export type StoredLog = {
  ns: string
  service: string
  severity: number
  body: string
  attributes: Record<string, string>
  traceId: string
  spanId: string
}

/** No alias is the name of a column, which conditions name. */
export const LOG_COLUMNS = `toString(toUnixTimestamp64Nano(Timestamp)) AS ns, ServiceName AS service,
  ${SEVERITY} AS severity, ${BODY} AS body, ${ATTRIBUTES} AS attributes, TraceId AS traceId,
  SpanId AS spanId`

/** Orders records of one instant. What differs in none of these is the same row to a reader. */
export const LOG_HASH = `cityHash64(ServiceName, TraceId, SpanId, SeverityNumber, SeverityText, Body,
  EventName, mapKeys(LogAttributes), mapValues(LogAttributes), mapValues(ResourceAttributes))`
