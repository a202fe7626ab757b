// The parts of a search in one list: keys of the list, attributes, unknown keys, and text.
import { isSearchKey, keyOf, type ListName, parseTerms } from '../../../contract/query.ts'
import type { IssueFilters, TraceFilters } from './filters.ts'

export type ListFilters = TraceFilters & Pick<IssueFilters, 'status'>

/** `key: null`: text, which `value` has as it is written. `isUnknown`: the list has no such key. */
export type Token = { text: string; key: string | null; value: string; negated: boolean; isUnknown: boolean }

export function readTokens(q: string | undefined, list: ListName): Token[] {
  return parseTerms(q ?? '').map(({ text, name, value, negated }) => {
    const isAttribute = name?.includes('.') ?? false
    if (name === null || (isAttribute && list !== 'traces'))
      return { text, key: null, value: text, negated, isUnknown: false }
    const key = isAttribute ? name : (keyOf(name) ?? name)
    const isUnknown = !isAttribute && !isSearchKey(key, list)
    return { text, key, value, negated, isUnknown }
  })
}

/** Without unknown keys, which the store would search for as text. Undefined: nothing is left. */
export function storeSearch(q: string | undefined, list: ListName): string | undefined {
  return joinTokens(readTokens(q, list).filter(({ isUnknown }) => !isUnknown))
}

/** Text of a search that is no chip. */
export function freeText(q: string | undefined, list: ListName): string {
  return joinTokens(readTokens(q, list).filter(({ key }) => key === null)) ?? ''
}

export function joinTokens(tokens: { text: string }[]): string | undefined {
  return tokens.map(({ text }) => text).join(' ') || undefined
}
