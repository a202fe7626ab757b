// Log records → rows of otel_logs.
import type { LogRecord, LogsRequest, ScopeLogs } from '../../otlp/shapes.ts'
import { attributesOf, textOf } from './attributes.ts'
import { instantOf, seconds } from './instant.ts'
import { isException, markException, unmark } from './occurrence.ts'
import { idOf, scopeColumns, sourceOf, type Making, type Row, type Source } from './rows.ts'
import { cleanName } from './text.ts'

export function logRows(request: LogsRequest, making: Making): Row[] {
  const rows: Row[] = []
  for (const { resource, scopeLogs, schemaUrl } of request.resourceLogs ?? []) {
    const source = sourceOf(resource, schemaUrl)
    for (const scope of scopeLogs ?? []) {
      for (const record of scope.logRecords ?? []) rows.push(logRow(record, scope, source, making, rows.length))
    }
  }
  return rows
}

function logRow(record: LogRecord, scope: ScopeLogs, source: Source, making: Making, position: number): Row {
  const { ns, original } = instantOf(making.bounds, record.timeUnixNano, record.observedTimeUnixNano)
  const attributes = attributesOf(record.attributes)
  const body = textOf(record.body)
  const eventName = cleanName(record.eventName)
  const exception = isException(attributes, eventName)
  const url = attributes['url.full'] ?? ''
  const userAgent = attributes['user_agent.original'] || source.userAgent
  const { bodyHash, agents } = making
  const occurrences = exception
    ? [markException(attributes, body, { service: source.service, url, userAgent, ns, bodyHash, position, agents })]
    : []
  if (!exception) unmark(attributes)
  if (original) attributes['errata.original_time'] = original
  const line = JSON.stringify({
    Timestamp: seconds(ns),
    TraceId: idOf(record.traceId, 32),
    SpanId: idOf(record.spanId, 16),
    TraceFlags: (record.flags ?? 0) & 0xff,
    SeverityText: cleanName(record.severityText),
    SeverityNumber: severityOf(record.severityNumber),
    ServiceName: source.service,
    Body: body,
    ResourceSchemaUrl: source.schemaUrl,
    ResourceAttributes: source.attributes,
    ScopeSchemaUrl: cleanName(scope.schemaUrl),
    ...scopeColumns(scope.scope),
    ScopeAttributes: attributesOf(scope.scope?.attributes),
    LogAttributes: attributes,
    EventName: eventName,
  })
  return { line, occurrences }
}

/** OTLP knows 1 to 24; 0 says nothing. */
function severityOf(number: unknown): number {
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number <= 24 ? number : 0
}
