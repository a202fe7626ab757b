// Log records → rows of otel_logs.
import type { LogRecord, LogsRequest, ScopeLogs } from '../../otlp/otlp-json.ts'
import { attributesOf, textOf } from './attributes.ts'
import { instantOf } from './instant.ts'
import { isException, markException, unmark, type Occurrence } from './occurrence.ts'
import { idOf, sourceOf, writeScope, type Making, type Marked, type Rows, type Source } from './rows.ts'
import { RowWriter } from './rowWriter.ts'
import { cleanName } from './text.ts'

/** The columns of a row, in the order in which they are written. */
export const LOG_COLUMNS = [
  'Timestamp',
  'TraceId',
  'SpanId',
  'TraceFlags',
  'SeverityText',
  'SeverityNumber',
  'ServiceName',
  'Body',
  'ResourceSchemaUrl',
  'ResourceAttributes',
  'ScopeSchemaUrl',
  'ScopeName',
  'ScopeVersion',
  'ScopeAttributes',
  'LogAttributes',
  'EventName',
]

export function logRows(request: LogsRequest, making: Making): Rows {
  const writer = new RowWriter()
  const marked: Marked[] = []
  let count = 0
  for (const { resource, scopeLogs, schemaUrl } of request.resourceLogs ?? []) {
    const source = sourceOf(resource, schemaUrl)
    for (const scope of scopeLogs ?? []) {
      for (const record of scope.logRecords ?? []) {
        const from = writer.at
        const occurrences = writeLog(writer, record, scope, source, making, count++)
        if (occurrences.length > 0) marked.push({ from, to: writer.at, occurrences })
      }
    }
  }
  return { bytes: writer.whole(), count, marked }
}

function writeLog(
  writer: RowWriter,
  record: LogRecord,
  scope: ScopeLogs,
  source: Source,
  making: Making,
  position: number,
): Occurrence[] {
  const { ns, original } = instantOf(making.bounds, record.timeUnixNano, record.observedTimeUnixNano)
  const attributes = attributesOf(record.attributes)
  const body = textOf(record.body)
  const eventName = cleanName(record.eventName)
  const exception = isException(attributes, eventName)
  const url = attributes['url.full'] ?? ''
  const userAgent = attributes['user_agent.original'] || source.userAgent
  const { bodyHash, agents } = making
  const occurrences = exception
    ? [
        markException(attributes, body, {
          source,
          holder: attributes,
          url,
          userAgent,
          ns,
          bodyHash,
          position,
          agents,
        }),
      ]
    : []
  if (!exception) unmark(attributes)
  if (original) attributes['errata.original_time'] = original
  writer.int64(ns)
  writer.text(idOf(record.traceId, 32))
  writer.text(idOf(record.spanId, 16))
  writer.byte((record.flags ?? 0) & 0xff)
  writer.text(cleanName(record.severityText))
  writer.byte(severityOf(record.severityNumber))
  writer.text(source.service)
  writer.text(body)
  writer.text(source.schemaUrl)
  writer.chunk(source.map)
  writer.text(cleanName(scope.schemaUrl))
  writeScope(writer, scope.scope)
  writer.map(attributesOf(scope.scope?.attributes))
  writer.map(attributes)
  writer.text(eventName)
  return occurrences
}

/** OTLP knows 1 to 24; 0 says nothing. */
function severityOf(number: unknown): number {
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number <= 24 ? number : 0
}
