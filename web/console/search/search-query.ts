// The text of a search box: ids open at once, `key:value` becomes a filter, the rest is a text search.
import { readDigest } from '../../../contract/digest.ts'
import type { Filters, TraceFilters } from './filters.ts'
import { parsePasted, type PastedTarget } from './pasted-text.ts'
import { splitTerms } from './split-terms.ts'

type TextFilters = Pick<Filters, 'service' | 'environment' | 'release' | 'q'>
export type SearchQuery =
  | { target: 'digest'; digest: string }
  | { target: 'list'; filters: TextFilters }
  | PastedTarget

/** Keys that are parameters of the URL. */
const FILTER_KEYS = {
  service: 'service',
  env: 'environment',
  environment: 'environment',
  release: 'release',
} as const

export function parseQuery(input: string): SearchQuery {
  const text = input.trim()
  const pasted = parsePasted(text)
  if (pasted) return pasted
  const digest = parseDigest(text)
  if (digest && isExplicitDigest(text)) return { target: 'digest', digest }
  const [, id] = /^digest:\s*([\w@-]+)$/i.exec(text) ?? []
  if (id) return { target: 'digest', digest: id }
  const filters: TextFilters = {}
  const terms = []
  for (const term of splitTerms(text)) {
    const [, key, value] = /^(\w+):(.+)$/.exec(term) ?? []
    if (key && value && isFilterKey(key)) filters[FILTER_KEYS[key]] = value.replaceAll('"', '')
    else terms.push(term)
  }
  return { target: 'list', filters: terms.length > 0 ? { ...filters, q: terms.join(' ') } : filters }
}

/** Moves the first `http.route:/cart` from the text to the attribute filter, which only traces have. */
export function extractAttribute(filters: Pick<Filters, 'q'>): TraceFilters {
  const terms = splitTerms(filters.q ?? '')
  const attribute = terms.find((term) => /^\w[\w-]*(?:\.[\w-]+)+:./.test(term))
  if (!attribute) return filters
  const q = terms.filter((term) => term !== attribute).join(' ') || undefined
  return { ...filters, attribute: attribute.replaceAll('"', ''), q }
}

/** A digest as people type or paste it, also after the word "digest"; null for any other text. */
export function parseDigest(input: string): string | null {
  return readDigest(input.replace(/^digest:?\s*/i, ''))
}

/** The digest of Next.js: a number, since version 15 with the code of the error: `331083018@E394`. */
export function isNextDigest(text: string): boolean {
  return /^\d{7,10}(@E\d+)?$/.test(text)
}

/** "checkout" has eight letters too: in a search box a digest has a digit or starts with "digest". */
function isExplicitDigest(text: string): boolean {
  return /^digest/i.test(text) || (/\d/.test(text) && /^[0-9a-z-]+$/i.test(text))
}

/** The filter that matches events with this value: a parameter of the URL, else `key:value` as text. */
export function filterFor(key: string, value: string): TextFilters {
  return isFilterKey(key) ? { [FILTER_KEYS[key]]: value } : { q: termFor(key, value) }
}

/** `key:value` as text. */
function termFor(key: string, value: string): string {
  return /[\s"]/.test(value) ? `${key}:"${value.replaceAll('"', '')}"` : `${key}:${value}`
}

function isFilterKey(key: string): key is keyof typeof FILTER_KEYS {
  return Object.hasOwn(FILTER_KEYS, key)
}
