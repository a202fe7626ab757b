// What a text in the palette, or a pasted one, means.
import { isNextDigest, parseDigest, parseQuery, type SearchQuery } from './search-query.ts'

/** Eight letters are a digest here, also without a digit: nothing is filtered while typing. */
export function parseInput(text: string): SearchQuery {
  const query = parseQuery(text)
  const digest = parseDigest(text) ?? (isNextDigest(text.trim()) ? text.trim() : null)
  return query.target === 'list' && digest ? { target: 'digest', digest } : query
}
