// Finds the exceptions of a request, with the fields of their log lines.
import type { AnyValue, KeyValue, LogRecord, Resource, Signal, Span } from '../../otlp/otlp-json.ts'
import { readLogs, readTraces } from '../../otlp/read.ts'

export type LoggedException = {
  /** OTLP's severity number; 0 if it is not set. */
  severity: number
  digest: string
  type: string
  message: string
  service: string
  release: string
  environment: string
  url: string
  traceId: string
  spanId: string
  mechanism: string
}
type Item = Pick<LogRecord, 'traceId' | 'spanId' | 'severityNumber'>

const EVENT_NAME = 'exception'
/** A short part of it with a rare first letter: it is searched eight times as fast. */
const SEARCHED = 'xcept'
const [TYPE, MESSAGE] = ['exception.type', 'exception.message']

/**
 * The exceptions of a request, read back from its written bytes, so that log and collector have the same. A
 * search for a word that names and keys of exceptions contain comes first: few requests have an exception.
 */
export function exceptionsIn(signal: Signal, bytes: Buffer): LoggedException[] {
  if (signal === 'metrics' || !bytes.includes(SEARCHED)) return []
  if (signal === 'logs')
    return (readLogs(bytes).resourceLogs ?? []).flatMap(({ resource, scopeLogs = [] }) =>
      scopeLogs.flatMap(({ logRecords = [] }) => logRecords.flatMap((record) => ofRecord(record, resource))),
    )
  return (readTraces(bytes).resourceSpans ?? []).flatMap(({ resource, scopeSpans = [] }) =>
    scopeSpans.flatMap(({ spans = [] }) => spans.flatMap((span) => ofSpan(span, resource))),
  )
}

function ofRecord(record: LogRecord, { attributes: resource = [] }: Resource = {}): LoggedException[] {
  const { eventName, attributes = [] } = record
  const isException = eventName === EVENT_NAME || hasException(attributes)
  return isException ? [describe(record, resource, attributes)] : []
}

/** Events named `exception`; without such events, `exception.*` among the attributes of the span. */
function ofSpan(span: Span, { attributes: resource = [] }: Resource = {}): LoggedException[] {
  const { attributes = [], events = [] } = span
  const exceptions = events.filter(({ name }) => name === EVENT_NAME)
  if (exceptions.length > 0)
    return exceptions.map((event) => describe(span, resource, event.attributes ?? [], attributes))
  return hasException(attributes) ? [describe(span, resource, attributes)] : []
}

/** `attributes`: of the exception, which may be an event of the item. */
function describe(
  item: Item,
  resource: KeyValue[],
  attributes: KeyValue[],
  itemAttributes = attributes,
): LoggedException {
  return {
    severity: item.severityNumber ?? 0,
    digest: textOf(attributes, 'errata.digest'),
    type: textOf(attributes, TYPE),
    message: textOf(attributes, MESSAGE),
    service: textOf(resource, 'service.name'),
    release: textOf(resource, 'service.version'),
    environment:
      textOf(resource, 'deployment.environment.name') || textOf(resource, 'deployment.environment'),
    url: textOf(attributes, 'url.full') || textOf(itemAttributes, 'url.full') || textOf(resource, 'url.full'),
    traceId: item.traceId ?? '',
    spanId: item.spanId ?? '',
    mechanism: textOf(attributes, 'errata.mechanism'),
  }
}

function hasException(attributes: KeyValue[]): boolean {
  return attributes.some(({ key }) => key === TYPE || key === MESSAGE)
}

function textOf(attributes: KeyValue[], key: string): string {
  const value = attributes.find((attribute) => attribute.key === key)?.value
  return value === undefined ? '' : valueText(value)
}

/** Some clients send numbers, lists or maps instead of a text. */
function valueText(value: AnyValue): string {
  const scalar = value.stringValue ?? value.intValue ?? value.doubleValue ?? value.boolValue
  if (scalar !== undefined) return String(scalar)
  return value.arrayValue === undefined && value.kvlistValue === undefined ? '' : JSON.stringify(value)
}
