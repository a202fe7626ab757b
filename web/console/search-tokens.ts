// The parts of a search: which are `key:value`, which keys the store knows, and what an unknown key may mean.
import type { IssueFilters, TraceFilters } from './filters.ts'
import { splitTerms } from './search-query.ts'

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

/** Keys that become another filter of the URL than the text. */
const FILTER_KEYS: Record<ListName, string[]> = {
  issues: ['status'],
  traces: ['operation', 'status'],
  operations: [],
}

/** Other names of keys. */
const ALIASES: Record<string, string> = { env: 'environment', is: 'status', name: 'operation' }

const KEYED = /^(-?)([a-z][\w-]*(?:\.[\w-]+)*):(?!\/\/)(.+)$/s

/** A key with more different letters is another word. */
const MAX_DISTANCE = 3

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

/** Keys of a list, those first that become a filter of the URL. */
export function keysOf(list: ListName): string[] {
  return [...SEARCH_KEYS[list], ...FILTER_KEYS[list]]
}

/** The key that an unknown one most likely is; null: none is near. */
export function nearestKey(key: string, list: ListName): string | null {
  const distances = keysOf(list).map((name) => ({ name, distance: distanceOf(key, name) }))
  const [nearest] = distances.toSorted((a, b) => a.distance - b.distance)
  return nearest && nearest.distance <= Math.min(MAX_DISTANCE, nearest.name.length - 2) ? nearest.name : null
}

export function quote(key: string, value: string): string {
  return /[\s"]/.test(value) ? `${key}:"${value.replaceAll('"', '')}"` : `${key}:${value}`
}

function isKnown(key: string, list: ListName): boolean {
  return SEARCH_KEYS[list].includes(key) || key.includes('.')
}

/** Letters to insert, remove or replace. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let at = 0; at < a.length; at++) {
    const next = [at + 1]
    for (let index = 0; index < b.length; index++)
      next.push(Math.min(row[index + 1]! + 1, next[index]! + 1, row[index]! + (a[at] === b[index] ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}
