// Log records in OTLP/JSON.

import { attempt } from '../attempt.ts'
import type { Exception } from './exception.ts'
import type { Attributes, AttributeValue, MonitoringRecord, ResourceAttributes } from '../options.ts'
import type { SpanIds } from '../tracing/page-trace.ts'

export function exceptionRecord(
  { type, message, stacktrace }: Exception,
  severityNumber: number,
  { traceId, spanId }: SpanIds,
  attributes: Attributes,
): MonitoringRecord {
  return {
    eventName: 'exception',
    severityNumber,
    traceId,
    spanId,
    attributes: {
      ...attributes,
      'exception.type': type,
      'exception.message': message,
      'exception.stacktrace': stacktrace,
    },
  }
}

/** `at`: milliseconds since 1970. */
export function encodeRecord(record: MonitoringRecord, at: number): string {
  return JSON.stringify({
    timeUnixNano: `${at}000000`,
    ...record,
    attributes: encodeAttributes(record.attributes),
  })
}

/** A request body for records that are already JSON. */
export function envelope(resource: ResourceAttributes, records: string[]): string {
  const attributes = JSON.stringify(encodeAttributes(resource))
  const scopeLogs = `[{"scope":{"name":"@errata/monitoring"},"logRecords":[${records.join()}]}]`
  return `{"resourceLogs":[{"resource":{"attributes":${attributes}},"scopeLogs":${scopeLogs}}]}`
}

export function encodeAttributes(attributes: ResourceAttributes): object[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    // An application may set anything, such as an object that cannot be a text.
    value === undefined || value === '' ? [] : (attempt(() => ({ key, value: encodeValue(value) })) ?? []),
  )
}

function encodeValue(value: AttributeValue | string[]): object {
  if (Array.isArray(value)) return { arrayValue: { values: value.map(encodeValue) } }
  if (typeof value === 'boolean') return { boolValue: value }
  // Integers too: they are exact up to 2^53, and cannot be an invalid int64. JSON has no NaN and no infinity.
  return Number.isFinite(value) ? { doubleValue: value } : { stringValue: String(value) }
}
