// Which of the items that came in are exceptions, and what the log line says of them.
import type { AnyValue, KeyValue, LogRecord, Resource, Span } from '../../otlp/shapes.ts'

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

/** What a resource says for all of its items. */
function originOf(resource: Resource): Pick<SeenException, 'service' | 'release' | 'environment' | 'url'> {
  const { attributes } = resource
  return {
    service: textOf(attributes, 'service.name'),
    release: textOf(attributes, 'service.version'),
    environment: textOf(attributes, 'deployment.environment.name') || textOf(attributes, 'deployment.environment'),
    url: textOf(attributes, 'url.full'),
  }
}

export function exceptionOfLog(record: LogRecord, resource: Resource): SeenException | undefined {
  if (record.eventName !== 'exception' && !tellsOfException(record.attributes)) return undefined
  const severity = typeof record.severityNumber === 'number' ? record.severityNumber : 0
  return describe(record.attributes, record.attributes, resource, severity, record.traceId, record.spanId)
}

/** Events named `exception`; and spans that carry `exception.*` themselves without any such event. */
export function exceptionsOfSpan(span: Span, resource: Resource): SeenException[] {
  const found: SeenException[] = []
  for (const event of span.events ?? [])
    if (event.name === 'exception') found.push(describe(event.attributes, span.attributes, resource, 0, span.traceId, span.spanId))
  if (found.length === 0 && tellsOfException(span.attributes))
    found.push(describe(span.attributes, span.attributes, resource, 0, span.traceId, span.spanId))
  return found
}

function describe(
  own: KeyValue[] | undefined,
  around: KeyValue[] | undefined,
  resource: Resource,
  severity: number,
  traceId: string | undefined,
  spanId: string | undefined,
): SeenException {
  const origin = originOf(resource)
  return {
    ...origin,
    severity,
    digest: textOf(own, 'errata.digest'),
    type: textOf(own, 'exception.type'),
    message: textOf(own, 'exception.message'),
    url: textOf(own, 'url.full') || textOf(around, 'url.full') || origin.url,
    traceId: traceId ?? '',
    spanId: spanId ?? '',
    mechanism: textOf(own, 'errata.mechanism'),
  }
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
