// Our records in OTLP's JSON shape: 64-bit integers as strings, no null, no NaN.

import type { Attributes, AttributeValue, MonitoringRecord } from './options.ts'

type AnyValue = { stringValue: string } | { boolValue: boolean } | { intValue: string } | { doubleValue: number }
type KeyValue = { key: string; value: AnyValue }

export function encodeRecord({ eventName, severityNumber, traceId, spanId, attributes }: MonitoringRecord, at: number): string {
  return JSON.stringify({
    timeUnixNano: `${at}000000`,
    eventName,
    severityNumber,
    traceId,
    spanId,
    attributes: encodeAttributes(attributes),
  })
}

/** Records that are JSON already, in one envelope. */
export function envelope(resource: Attributes, records: string[]): string {
  const attributes = JSON.stringify(encodeAttributes(resource))
  return `{"resourceLogs":[{"resource":{"attributes":${attributes}},"scopeLogs":[{"scope":{"name":"@errata/monitoring"},"logRecords":[${records.join()}]}]}]}`
}

function encodeAttributes(attributes: Attributes): KeyValue[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : { key, value: encodeValue(value) },
  )
}

function encodeValue(value: AttributeValue): AnyValue {
  if (typeof value === 'boolean') return { boolValue: value }
  if (Number.isSafeInteger(value)) return { intValue: String(value) }
  if (Number.isFinite(value)) return { doubleValue: value as number }
  return { stringValue: String(value) }
}
