// Reads members of an SDK's JSON, of which nothing is known: other types than the expected one are absent.
import { type JsonObject, isJsonObject } from '../../../otlp/json-object.ts'

/** Numbers become texts: ids of users are both. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** A number of things; 0 for other values. */
export function countOf(value: unknown): number {
  const count = numberOf(value) ?? 0
  return Number.isSafeInteger(count) && count > 0 ? count : 0
}

export function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}

/** A list, or the list in `values`: SDKs write both. */
export function objectsOf(value: unknown): JsonObject[] {
  const list = Array.isArray(value) ? value : objectOf(value)['values']
  return Array.isArray(list) ? list.filter(isJsonObject) : []
}

/** An object, or a list of pairs: tags and headers of older SDKs. */
export function entriesOf(value: unknown): [string, unknown][] {
  if (!Array.isArray(value)) return Object.entries(objectOf(value))
  return value.flatMap((pair: unknown): [string, unknown][] =>
    Array.isArray(pair) && typeof pair[0] === 'string' ? [[pair[0], pair[1]]] : [],
  )
}

/** Beyond, microseconds are not exact. */
const MAX_SECONDS = 9e9

/**
 * Nanoseconds since 1970 of a number of seconds, or of RFC 3339 with any number of digits; undefined: of
 * neither. A number of seconds is exact to a quarter of a microsecond.
 */
export function nanosecondsOf(value: unknown): string | undefined {
  if (typeof value === 'number')
    return value > 0 && value < MAX_SECONDS ? `${Math.round(value * 1e6)}000` : undefined
  if (typeof value !== 'string') return undefined
  const fraction = /\.(\d{1,9})/.exec(value)?.[1] ?? ''
  const milliseconds = Date.parse(value.replace(/\.\d+/, '').replace(/(\d)$/, '$1Z'))
  if (!(milliseconds > 0)) return undefined
  return `${milliseconds / 1_000}${fraction.padEnd(9, '0')}`
}

/** Of spans and logs, `{key: {value, type}}`: the values by their keys. */
export function plainValues(attributes: unknown): JsonObject {
  return Object.fromEntries(
    Object.entries(objectOf(attributes)).map(([key, value]) => [key, objectOf(value)['value']]),
  )
}

/** An id of this number of hexadecimal digits; '' for other values. Some SDKs write dashes. */
export function idOf(value: unknown, digits: number): string {
  const id = textOf(value).replaceAll('-', '').toLowerCase()
  return id.length === digits && /^[\da-f]+$/.test(id) && /[^0]/.test(id) ? id : ''
}
