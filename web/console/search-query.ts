// What the search box understands: free text, `key:value` for the filters that have a place of their own, and ids that open at once.

import { readDigest as readPlainDigest } from '../../store/digest.ts'
import type { Filters, TraceFilters } from './filters.ts'

export type Reading =
  | { opens: 'digest'; id: string }
  | { opens: 'trace'; id: string }
  | { opens: 'nothing'; filters: Pick<Filters, 'service' | 'environment' | 'release' | 'q'> }

/** Words, and phrases in quotes. */
const WORDS = /(?:[^\s"]|"[^"]*")+/g
const KEYS = {
  service: 'service',
  env: 'environment',
  environment: 'environment',
  release: 'release',
} as const

export function readQuery(typed: string): Reading {
  const trimmed = typed.trim()
  if (/^[0-9a-f]{32}$/i.test(trimmed)) return { opens: 'trace', id: trimmed.toLowerCase() }
  const digest = readDigest(trimmed)
  if (digest && looksMeant(trimmed)) return { opens: 'digest', id: digest }
  const filters: Record<string, string> = {}
  const words = []
  for (const word of trimmed.match(WORDS) ?? []) {
    const [, key, value] = /^(\w+):(.+)$/.exec(word) ?? []
    if (key && value && key in KEYS) filters[KEYS[key as keyof typeof KEYS]] = value.replaceAll('"', '')
    else words.push(word)
  }
  return { opens: 'nothing', filters: words.length > 0 ? { ...filters, q: words.join(' ') } : filters }
}

/** `http.route:/cart`: a dotted name is an attribute, which the list of traces asks for apart from the text. */
export function withAttribute(filters: Pick<Filters, 'q'>): TraceFilters {
  const words = filters.q?.match(WORDS) ?? []
  const attribute = words.find((word) => /^[\w-]+(?:\.[\w-]+)+:./.test(word))
  if (!attribute) return filters
  const rest = words.filter((word) => word !== attribute).join(' ')
  return { ...filters, attribute: attribute.replaceAll('"', ''), q: rest || undefined }
}

/** A digest as people type or paste it, also after the word "digest". Null: it is none. */
export function readDigest(typed: string): string | null {
  return readPlainDigest(typed.replace(/^digest:?\s*/i, ''))
}

/** "checkout" has eight letters too: in a search box a digest carries a figure, or was announced. */
function looksMeant(typed: string): boolean {
  return /^digest/i.test(typed) || (/\d/.test(typed) && /^[0-9a-z-]+$/i.test(typed))
}

/** The search that finds what has this value: a place of its own in the URL, else `key:value` in the text. */
export function tokenFor(
  key: string,
  value: string,
): Pick<Filters, 'service' | 'environment' | 'release' | 'q'> {
  if (key in KEYS) return { [KEYS[key as keyof typeof KEYS]]: value }
  return { q: /[\s"]/.test(value) ? `${key}:"${value.replaceAll('"', '')}"` : `${key}:${value}` }
}
