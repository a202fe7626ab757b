// What the text of a search box or of the palette means: an ID opens at once, `service:shop` becomes a
// filter, the rest is a text search.
import { readDigest } from '../../../contract/digest.ts'
import { definitionOf, formatTerm, keyOf, parseTerms } from '../../../contract/query.ts'
import type { Filters } from './filters.ts'
import { parsePasted, type PastedTarget } from './pasted-text.ts'
import { joinTokens } from './search-tokens.ts'

type TextFilters = Pick<Filters, 'service' | 'environment' | 'release' | 'q'>
export type SearchQuery =
  | { target: 'digest'; digest: string }
  | { target: 'list'; filters: TextFilters }
  | PastedTarget

export function parseQuery(input: string): SearchQuery {
  const text = input.trim()
  const pasted = parsePasted(text)
  if (pasted) return pasted
  const digest = parseDigest(text)
  if (digest && isExplicitDigest(text)) return { target: 'digest', digest }
  const [, id] = /^digest:\s*([\w@-]+)$/i.exec(text) ?? []
  if (id) return { target: 'digest', digest: id }
  const filters: TextFilters = {}
  const rest = parseTerms(text).filter(({ name, value, negated }) => {
    const parameter = negated || value === '' || name === null ? null : parameterOf(name)
    if (parameter) filters[parameter] = value
    return !parameter
  })
  return { target: 'list', filters: rest.length > 0 ? { ...filters, q: joinTokens(rest) } : filters }
}

/** In the palette, eight letters are a digest even without a digit: nothing is filtered while typing. */
export function parseInput(text: string): SearchQuery {
  const query = parseQuery(text)
  const digest = parseDigest(text) ?? (isNextDigest(text.trim()) ? text.trim() : null)
  return query.target === 'list' && digest ? { target: 'digest', digest } : query
}

/** A digest as people type or paste it, also after the word "digest"; null for any other text. */
export function parseDigest(input: string): string | null {
  return readDigest(input.replace(/^digest:?\s*/i, ''))
}

/** The digest of Next.js: a number, since version 15 with the code of the error: `331083018@E394`. */
function isNextDigest(text: string): boolean {
  return /^\d{7,10}(@E\d+)?$/.test(text)
}

/** "checkout" has eight letters too: in a search box a digest has a digit or starts with "digest". */
function isExplicitDigest(text: string): boolean {
  return /^digest/i.test(text) || (/\d/.test(text) && /^[0-9a-z-]+$/i.test(text))
}

/** The filter that matches events with this value: a parameter of the URL, else `key:value` as text. */
export function filterFor(key: string, value: string): TextFilters {
  const parameter = parameterOf(key)
  return parameter ? { [parameter]: value } : { q: formatTerm({ name: key, value }) }
}

/** The parameter of every list that has the values of the key: service, release and environment. */
function parameterOf(name: string): 'service' | 'environment' | 'release' | null {
  const key = keyOf(name)
  const { lists, parameter } = (key && definitionOf(key)) ?? {}
  if (parameter === 'status' || parameter === 'operation' || !lists?.length) return null
  return parameter ?? null
}
