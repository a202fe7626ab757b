// The parts of a search: which are `key:value`, which keys the store knows, and what an unknown key may mean.
import type { IssueFilters, TraceFilters } from './filters.ts'
import { splitTerms } from './split-terms.ts'

export type ListName = 'issues' | 'traces' | 'operations'
export type ListFilters = TraceFilters & Pick<IssueFilters, 'status'>

/** `key: null`: free text. `value` has no quotes. */
export type Token = { text: string; key: string | null; value: string; negated: boolean; isUnknown: boolean }

const COMMON_KEYS = ['service', 'release', 'environment', 'browser', 'os', 'route', 'user', 'session', 'url']

/** What the store searches by. Traces are also searched by attributes, whose names have a dot. */
export const SEARCH_KEYS: Record<ListName, string[]> = {
  issues: [...COMMON_KEYS, 'type', 'mechanism', 'origin', 'digest', 'trace'],
  traces: [...COMMON_KEYS, 'trace'],
  operations: ['service', 'release', 'environment'],
}

/** Other names of keys. */
const ALIASES: Record<string, string> = { env: 'environment', is: 'status', name: 'operation' }

const KEYED = /^(-?)([a-z][\w-]*(?:\.[\w-]+)*):(?!\/\/)(.+)$/s

export function readToken(text: string, list: ListName): Token {
  const [, minus, name = '', rest = ''] = KEYED.exec(text) ?? []
  const value = rest.replaceAll('"', '')
  const isText = minus === undefined || value === '' || (name.includes('.') && list !== 'traces')
  if (isText) return { text, key: null, value: text.replaceAll('"', ''), negated: false, isUnknown: false }
  const key = ALIASES[name] ?? name
  return { text, key, value, negated: minus === '-', isUnknown: !isKnown(key, list) }
}

export function readTokens(q: string | undefined, list: ListName): Token[] {
  return splitTerms(q ?? '').map((text) => readToken(text, list))
}

/** Without the tokens that the store does not understand. Undefined: nothing is left. */
export function storeSearch(q: string | undefined, list: ListName): string | undefined {
  const tokens = readTokens(q, list).filter(({ isUnknown }) => !isUnknown)
  const texts = tokens.map(({ text, key, value, negated }) =>
    key === null || text.replace('-', '').startsWith(key)
      ? text
      : `${negated ? '-' : ''}${quote(key, value)}`,
  )
  return texts.join(' ') || undefined
}

export function quote(key: string, value: string): string {
  return /[\s"]/.test(value) ? `${key}:"${value.replaceAll('"', '')}"` : `${key}:${value}`
}

function isKnown(key: string, list: ListName): boolean {
  return SEARCH_KEYS[list].includes(key) || key.includes('.')
}
