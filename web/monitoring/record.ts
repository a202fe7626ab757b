// Our records in OTLP's JSON shape: no null, no NaN.

import type { Exception } from './exception.ts'
import type { Attributes, AttributeValue, MonitoringRecord } from './options.ts'

type Ids = { traceId: string; spanId: string }

export function describe(
  { type, message, stacktrace }: Exception,
  severityNumber: number,
  { traceId, spanId }: Ids,
  context: Attributes,
): MonitoringRecord {
  return {
    eventName: 'exception',
    severityNumber,
    traceId,
    spanId,
    attributes: {
      ...context,
      'exception.type': type,
      'exception.message': message,
      'exception.stacktrace': stacktrace,
      // Without the values of the query and the fragment: they may be anybody's secrets.
      'url.full': location.origin + location.pathname + location.search.replace(/=[^&]*/g, '='),
    },
  }
}

export function encodeRecord(record: MonitoringRecord, at: number): string {
  return JSON.stringify({ timeUnixNano: `${at}000000`, ...record, attributes: encode(record.attributes) })
}

/** Records that are JSON already, in one envelope. */
export function envelope(resource: Attributes, records: string[]): string {
  return `{"resourceLogs":[{"resource":{"attributes":${JSON.stringify(encode(resource))}},"scopeLogs":[{"scope":{"name":"@errata/monitoring"},"logRecords":[${records.join()}]}]}]}`
}

function encode(attributes: Attributes): object[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : { key, value: encodeValue(value) },
  )
}

function encodeValue(value: AttributeValue): object {
  if (typeof value === 'boolean') return { boolValue: value }
  // Whole numbers too: they stay exact up to 2^53, and no int64 can be wrong.
  return Number.isFinite(value) ? { doubleValue: value } : { stringValue: String(value) }
}
