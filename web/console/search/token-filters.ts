// A value as filters of a list, and back: what `Only` and `All but` write, and which filters are chips.
import { definitionOf, formatTerm, isSearchKey, type ListName } from '../../../contract/query.ts'
import { formatDuration, formatShortDateTime } from '../format/format-time.ts'
import { ISSUE_STATUSES, readOption, type TraceFilters } from './filters.ts'
import { filterFor } from './search-query.ts'
import { joinTokens, type ListFilters, readTokens, type Token } from './search-tokens.ts'

/** An area of the latency heatmap. */
const SELECTION = ['started', 'minDurationNs', 'maxDurationNs'] as const

/** Parameters of the URL that have one value. */
const PARAMETERS = ['service', 'environment', 'release', 'operation'] as const

export type Chip = {
  /** As it is written in a search. */
  text: string
  key: string
  value: string
  /** As the search of the URL has it. */
  term: string
  isUnknown: boolean
  /** The filters that take it away. */
  without: ListFilters
}

/** Moves what is not text from a search to the other filters of the list: `status:new`, `operation:pay`. */
export function liftFilters(list: ListName, filters: ListFilters): ListFilters {
  const moved: ListFilters = {}
  const rest = readTokens(filters.q, list).filter((token) => !moveToken(token, list, moved))
  const attribute = list === 'traces' && !filters.attribute ? rest.find(isAttribute) : undefined
  const q = joinTokens(rest.filter((token) => token !== attribute))
  return { ...filters, q, ...moved, ...(attribute && { attribute: `${attribute.key}:${attribute.value}` }) }
}

function moveToken({ key, value, negated }: Token, list: ListName, moved: ListFilters): boolean {
  if (negated) return false
  const status = list === 'issues' && key === 'status' ? readOption(ISSUE_STATUSES, value) : undefined
  if (status) moved.status = status
  else if (list === 'traces' && key === 'operation') moved.operation = value
  else if (list === 'traces' && key === 'status' && value === 'error') moved.errors = 'true'
  else return false
  return true
}

/** A filter of its own, which only traces have. */
function isAttribute({ key, negated }: Token): boolean {
  return !negated && key !== null && key.includes('.')
}

/** The filters by which a list has only this value, or all again where it has. */
export function toggleOnly(filters: ListFilters, key: string, value: string): ListFilters {
  if (hasValue(filters, key, value)) return removeValue(filters, key, value)
  if (key === 'operation') return { operation: value }
  if (key === 'status') return { errors: 'true' }
  if (!key.includes('.') && !isSearchKey(key)) return { attribute: `${key}:${value}` }
  const { q, ...parameters } = filterFor(key, value)
  if (q === undefined) return parameters
  // A list has one value of a key: another one replaces it.
  const others = readTokens(filters.q, 'traces').filter((token) => token.negated || token.key !== key)
  return { q: [joinTokens(others), q].filter(Boolean).join(' ') }
}

/** Null: no search expresses that. */
export function allBut(list: ListName, { q }: ListFilters, key: string, value: string): ListFilters | null {
  // A trace is left out when one of its spans has the attribute.
  const name = list === 'traces' ? (definitionOf(key)?.attribute ?? key) : key
  if (list === 'traces' && !name.includes('.') && name !== 'browser' && name !== 'os') return null
  return { q: addTerm(q, { key: name, value, negated: true }) }
}

export function hasValue(filters: ListFilters, key: string, value: string): boolean {
  if (key === 'status') return value === 'error' && filters.errors === 'true'
  const parameter = PARAMETERS.find((name) => name === key)
  if (parameter) return filters[parameter] === value
  return hasTerm(filters.q, { key, value }) || filters.attribute === `${key}:${value}`
}

function removeValue(filters: ListFilters, key: string, value: string): ListFilters {
  if (key === 'status') return { errors: undefined }
  if (filters.attribute === `${key}:${value}`) return { attribute: undefined }
  const parameter = PARAMETERS.find((name) => name === key)
  return parameter ? { [parameter]: undefined } : { q: removeTerm(filters.q, { key, value }) }
}

type KeyedTerm = { key: string; value: string; negated?: boolean }

export function hasTerm(q: string | undefined, term: KeyedTerm): boolean {
  return readTokens(q, 'traces').some((token) => isSame(token, term))
}

/** At the end, where it is not in the search already. */
export function addTerm(q: string | undefined, term: KeyedTerm): string {
  const { key, value, negated = false } = term
  return [removeTerm(q, term), formatTerm({ name: key, value, negated })].filter(Boolean).join(' ')
}

export function removeTerm(q: string | undefined, term: KeyedTerm): string | undefined {
  return joinTokens(readTokens(q, 'traces').filter((token) => !isSame(token, term)))
}

function isSame(token: Token, { key, value, negated = false }: KeyedTerm): boolean {
  return token.key === key && token.value === value && token.negated === negated
}

/** Filters that are shown as chips, in the order in which they are removed from the end. */
export function chipsOf(list: ListName, filters: ListFilters): Chip[] {
  const { release, attribute, q } = filters
  const chips: Chip[] = []
  const add = (key: string, value: string, without: ListFilters) =>
    chips.push({ text: `${key}:${value}`, key, value, term: '', isUnknown: false, without })
  if (release) add('release', release, { release: undefined })
  if (attribute) {
    const [name = '', ...value] = attribute.split(':')
    add(name, value.join(':'), { attribute: undefined })
  }
  if (list === 'traces') addSelection(filters, add)
  const tokens = readTokens(q, list)
  for (const token of tokens) {
    if (token.key === null) continue
    const { text, value, isUnknown } = token
    // As it is written: an alias stays.
    const [key = ''] = text.split(':')
    const without = { q: joinTokens(tokens.filter((other) => other !== token)) }
    chips.push({ text: `${key}:${value}`, key, value, term: text, isUnknown, without })
  }
  return chips
}

function addSelection(
  { started, minDurationNs, maxDurationNs }: TraceFilters,
  add: (key: string, value: string, without: ListFilters) => void,
): void {
  if (started) add('started', describeInterval(started), { started: undefined })
  if (minDurationNs || maxDurationNs)
    add('duration', describeDurations(minDurationNs, maxDurationNs), {
      minDurationNs: undefined,
      maxDurationNs: undefined,
    })
}

/** `>2 s`, `<10 s`, `2 s–10 s`. The longest one is inclusive, so the edge is one nanosecond after it. */
export function describeDurations(shortest: string | undefined, longest: string | undefined): string {
  const [min, max] = [shortest, longest].map((text) => (text ? Number(text) : null))
  if (max == null) return `>${formatDuration(min ?? 0)}`
  const end = formatDuration(max % 10 === 9 ? max + 1 : max)
  return min ? `${formatDuration(min)}–${end}` : `<${end}`
}

/** `14:31–15:02`, with the day of each end that is not today. */
function describeInterval(started: string): string {
  const now = Date.now()
  return started
    .split('/')
    .map((instant) => formatShortDateTime(instant, now))
    .join('–')
}

export const NO_SELECTION: TraceFilters = Object.fromEntries(SELECTION.map((name) => [name, undefined]))

export function hasSelection(filters: TraceFilters): boolean {
  return SELECTION.some((name) => filters[name] !== undefined)
}
