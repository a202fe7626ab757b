// Which of the items that came in are exceptions, and what the log line says of them.
import type { AnyValue, KeyValue, LogRecord, Resource, Span } from '../../otlp/otlp-json.ts'

export type SeenException = {
  /** OTLP's severity number; 0 when none was given. */
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

/** Attributes that a log line is made of: of the exception itself, of the span around it, of the resource. */
export const SAID = [
  'errata.digest',
  'errata.mechanism',
  'exception.type',
  'exception.message',
  'url.full',
  'service.name',
  'service.version',
  'deployment.environment.name',
  'deployment.environment',
] as const
export type SaidName = (typeof SAID)[number]
export type IdName = 'traceId' | 'spanId'
/** `''` for what is not said. */
export type Said = { text: (name: SaidName) => string; id: (name: IdName) => string }

export function exceptionOfLog(record: LogRecord, resource: Resource): SeenException | undefined {
  if (record.eventName !== 'exception' && !tellsOfException(record.attributes)) return undefined
  const severity = typeof record.severityNumber === 'number' ? record.severityNumber : 0
  const own = saidIn(record.attributes, record)
  return describe(own, own, saidIn(resource.attributes), severity)
}

/** Events named `exception`; and spans that carry `exception.*` themselves without any such event. */
export function exceptionsOfSpan(span: Span, resource: Resource): SeenException[] {
  const around = saidIn(span.attributes, span)
  const events = (span.events ?? []).filter(({ name }) => name === 'exception')
  if (events.length === 0 && !tellsOfException(span.attributes)) return []
  const origin = saidIn(resource.attributes)
  if (events.length === 0) return [describe(around, around, origin, 0)]
  return events.map(({ attributes }) => describe(saidIn(attributes), around, origin, 0))
}

/** `around`: the span or record that the exception came with, which may be the same. */
export function describe(own: Said, around: Said, resource: Said, severity: number): SeenException {
  return {
    severity,
    digest: own.text('errata.digest'),
    type: own.text('exception.type'),
    message: own.text('exception.message'),
    service: resource.text('service.name'),
    release: resource.text('service.version'),
    environment: resource.text('deployment.environment.name') || resource.text('deployment.environment'),
    url: own.text('url.full') || around.text('url.full') || resource.text('url.full'),
    traceId: around.id('traceId'),
    spanId: around.id('spanId'),
    mechanism: own.text('errata.mechanism'),
  }
}

function saidIn(attributes: KeyValue[] | undefined, ids: Partial<Record<IdName, string>> = {}): Said {
  return { text: (name) => textOf(attributes, name), id: (name) => ids[name] ?? '' }
}

function tellsOfException(attributes: KeyValue[] | undefined): boolean {
  return attributes?.some(({ key }) => key === 'exception.type' || key === 'exception.message') ?? false
}

function textOf(attributes: KeyValue[] | undefined, key: string): string {
  const value = attributes?.find((attribute) => attribute.key === key)?.value
  return value === undefined ? '' : plainText(value)
}

/** Some clients send numbers, lists or maps where a text belongs. */
function plainText(value: AnyValue): string {
  if (typeof value.stringValue === 'string') return value.stringValue
  const plain = value.intValue ?? value.doubleValue ?? value.boolValue
  if (plain !== undefined) return String(plain)
  return value.arrayValue === undefined && value.kvlistValue === undefined ? '' : JSON.stringify(value)
}
