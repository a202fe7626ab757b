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

/**
 * Nanoseconds since 1970 of a number of seconds, or of RFC 3339 with any number of digits; undefined: of
 * neither. A number of seconds is exact to a quarter of a microsecond.
 */
export function nanosecondsOf(value: unknown): string | undefined {
  if (typeof value === 'number') {
    if (!(value > 0 && value < 1e11)) return undefined
    const seconds = Math.floor(value)
    return `${seconds}${String(Math.round((value - seconds) * 1e6) % 1e6).padStart(6, '0')}000`
  }
  if (typeof value !== 'string') return undefined
  const fraction = /\.(\d{1,9})/.exec(value)?.[1] ?? ''
  const milliseconds = Date.parse(value.replace(/\.\d+/, '').replace(/(\d)$/, '$1Z'))
  if (!(milliseconds > 0)) return undefined
  return `${milliseconds / 1_000}${fraction.padEnd(9, '0')}`
}
