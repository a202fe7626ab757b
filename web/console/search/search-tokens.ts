// The parts of a search: which are `key:value`, which keys the store knows, and what an unknown key may mean.
import type { IssueFilters, TraceFilters } from './filters.ts'
import { splitTerms } from './split-terms.ts'

export type ListName = 'issues' | 'traces' | 'operations'
export type ListFilters = TraceFilters & Pick<IssueFilters, 'status'>

/** `key: null`: free text. `value` has no quotes. */
export type Token = { text: string; key: string | null; value: string; negated: boolean; isUnknown: boolean }

/** Operations have the first three. */
const COMMON_KEYS = [
  'service',
  'release',
  'environment',
  'browser',
  'os',
  'route',
  'user',
  'session',
  'url',
  'trace',
]

/** What the store searches by. Traces are also searched by attributes, whose names have a dot. */
export const SEARCH_KEYS: Record<ListName, string[]> = {
  issues: [...COMMON_KEYS, 'type', 'mechanism', 'origin', 'digest'],
  traces: COMMON_KEYS,
  operations: COMMON_KEYS.slice(0, 3),
}

/** Other names of keys. */
const ALIASES: Record<string, string> = { env: 'environment', is: 'status', name: 'operation' }

const KEYED = /^(-?)([a-z][\w.-]*):(?!\/\/)(.+)$/s

export function readToken(text: string, list: ListName): Token {
  const [, minus, name = '', rest = ''] = KEYED.exec(text) ?? []
  const value = rest.replaceAll('"', '')
  const isText = minus === undefined || value === '' || (name.includes('.') && list !== 'traces')
  const key = isText ? null : (ALIASES[name] ?? name)
  const isUnknown = key !== null && !key.includes('.') && !SEARCH_KEYS[list].includes(key)
  return { text, key, value: isText ? text : value, negated: minus === '-', isUnknown }
}

export function readTokens(q: string | undefined, list: ListName): Token[] {
  return splitTerms(q ?? '').map((text) => readToken(text, list))
}

/** Without the tokens that the store does not understand. Undefined: nothing is left. */
export function storeSearch(q: string | undefined, list: ListName): string | undefined {
  const texts = readTokens(q, list).map(({ text, key, value, negated, isUnknown }) =>
    isUnknown ? '' : key === null ? text : (negated ? '-' : '') + quote(key, value),
  )
  return texts.filter(Boolean).join(' ') || undefined
}

export function quote(key: string, value: string): string {
  const text = value.replaceAll('"', '')
  return /\s|^$/.test(text) ? `${key}:"${text}"` : `${key}:${text}`
}
