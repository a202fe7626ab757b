// Texts of clients, made safe to store: no NUL, no unpaired surrogates, no megabytes.
import { MAX_NAME_LENGTH } from './limits.ts'

/** Numbers and booleans as text; any other value is empty. */
export function cleanText(text: unknown, maxLength: number): string {
  if (typeof text === 'number' || typeof text === 'boolean') return String(text)
  if (typeof text !== 'string') return ''
  const cut = text.length > maxLength ? text.slice(0, maxLength) : text
  return cut.toWellFormed().replaceAll('\0', '\uFFFD')
}

export function cleanName(text: unknown): string {
  return cleanText(text, MAX_NAME_LENGTH)
}

/** Hex in lower case; empty if `id` is not an id. */
export function toId(id: unknown, length: 16 | 32): string {
  return typeof id === 'string' && id.length === length && /^[\da-f]+$/i.test(id) && !/^0+$/.test(id)
    ? id.toLowerCase()
    : ''
}

/** "Chrome 156" of a name and a version. */
export function joinWords(...words: (string | undefined)[]): string {
  return words.filter((word) => word !== undefined && word !== '').join(' ')
}
