// OTLP attributes → the map of strings in the exporter's tables.
import type { AnyValue, KeyValue } from '../../../otlp/otlp-json.ts'
import { MAX_ATTRIBUTES, MAX_DEPTH, MAX_VALUE_LENGTH } from './limits.ts'
import { cleanName, cleanText } from './text.ts'

export type Attributes = Record<string, string>

export function toAttributes(list: KeyValue[] | undefined): Attributes {
  // Without a prototype: the name of an attribute may be "__proto__".
  const attributes = Object.create(null) as Attributes
  if (!Array.isArray(list)) return attributes
  for (const entry of list.slice(0, MAX_ATTRIBUTES)) {
    if (entry?.key) attributes[cleanName(entry.key)] = toText(entry.value)
  }
  return attributes
}

/** A text unchanged, an empty value as an empty text, everything else as JSON. */
export function toText(value: AnyValue | undefined): string {
  if (value === undefined || value === null) return ''
  if (value.stringValue !== undefined) return cleanText(value.stringValue, MAX_VALUE_LENGTH)
  const json = toJson(value, 0)
  if (json === null) return ''
  return cleanText(typeof json === 'object' ? JSON.stringify(json) : json, MAX_VALUE_LENGTH)
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

function toJson(value: AnyValue | undefined, depth: number): Json {
  if (value === undefined || value === null) return null
  if (depth > MAX_DEPTH) return '…'
  if (value.stringValue !== undefined) return value.stringValue
  if (value.boolValue !== undefined) return value.boolValue
  if (value.intValue !== undefined) return toNumber(value.intValue, Number.isSafeInteger)
  if (value.doubleValue !== undefined) return toNumber(value.doubleValue, Number.isFinite)
  if (value.bytesValue !== undefined) return value.bytesValue
  if (value.arrayValue) return (value.arrayValue.values ?? []).map((item) => toJson(item, depth + 1))
  if (!value.kvlistValue) return null
  const entries = (value.kvlistValue.values ?? []).map(
    (entry) => [entry?.key ?? '', toJson(entry?.value, depth + 1)] as const,
  )
  return Object.fromEntries(entries)
}

/** The text of a number that JSON cannot write exactly. */
function toNumber(value: string | number, isExact: (number: number) => boolean): string | number {
  const number = Number(value)
  return isExact(number) && value !== '' ? number : String(value)
}
