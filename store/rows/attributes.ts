// OTLP attributes → the map of strings that the exporter's tables hold.
import type { AnyValue, KeyValue } from '../../otlp/otlp-json.ts'
import { clean, cleanName, MAX_VALUE } from './text.ts'

export type Attributes = Record<string, string>

/** Attributes of one item. OpenTelemetry's own limit is 128; beyond it is a mistake or an attack. */
export const MAX_ATTRIBUTES = 256

/** Levels of lists and maps within a value that are written out. A collector passes on tens of thousands. */
const MAX_DEPTH = 16

export function attributesOf(list: KeyValue[] | undefined): Attributes {
  // Without a prototype: an attribute may be called "__proto__".
  const attributes = Object.create(null) as Attributes
  if (!Array.isArray(list)) return attributes
  for (const entry of list.slice(0, MAX_ATTRIBUTES)) {
    if (entry?.key) attributes[cleanName(entry.key)] = textOf(entry.value)
  }
  return attributes
}

/** Text as it is, everything else as JSON would write it. */
export function textOf(value: AnyValue | undefined): string {
  if (value === undefined || value === null) return ''
  if (value.stringValue !== undefined) return clean(value.stringValue, MAX_VALUE)
  const plain = plainOf(value, 0)
  return clean(typeof plain === 'object' ? JSON.stringify(plain) : plain, MAX_VALUE)
}

type Plain = string | number | boolean | null | Plain[] | { [key: string]: Plain }

function plainOf(value: AnyValue | undefined, depth: number): Plain {
  if (value === undefined || value === null) return null
  if (depth > MAX_DEPTH) return '…'
  if (value.stringValue !== undefined) return value.stringValue
  if (value.boolValue !== undefined) return value.boolValue
  if (value.intValue !== undefined) return String(value.intValue)
  if (value.doubleValue !== undefined) return String(value.doubleValue)
  if (value.bytesValue !== undefined) return value.bytesValue
  if (value.arrayValue) return (value.arrayValue.values ?? []).map((item) => plainOf(item, depth + 1))
  if (!value.kvlistValue) return null
  const entries = (value.kvlistValue.values ?? []).map(
    (entry) => [entry?.key ?? '', plainOf(entry?.value, depth + 1)] as const,
  )
  return Object.fromEntries(entries)
}
