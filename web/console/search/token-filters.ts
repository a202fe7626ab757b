// A value as filters of a list, and back: what `Only` and `All but` write, and which filters are chips.
import { ISSUE_STATUSES, readOption, type TraceFilters } from './filters.ts'
import { formatDuration, formatShortDateTime } from '../format/format-time.ts'
import { extractAttribute, filterFor } from './search-query.ts'
import { splitTerms } from './split-terms.ts'
import {
  type ListFilters,
  type ListName,
  quote,
  readToken,
  readTokens,
  SEARCH_KEYS,
  type Token,
} from './search-tokens.ts'

/** An area of the latency strip. */
const SELECTION = ['started', 'minDurationNs', 'maxDurationNs'] as const

/** Parameters of the URL that have one value. */
const PARAMETERS = ['service', 'environment', 'release', 'operation'] as const

/** Traces without a value: none of their spans has the attribute. */
const ATTRIBUTES: Record<string, string> = {
  service: 'service.name',
  release: 'service.version',
  environment: 'deployment.environment.name',
  route: 'http.route',
  user: 'user.id',
  session: 'session.id',
  url: 'url.full',
}

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

/** Moves what is no text from a search to the other filters of the list: `status:new`, `operation:pay`. */
export function liftFilters(list: ListName, filters: ListFilters): ListFilters {
  const moved: ListFilters = {}
  const rest = readTokens(filters.q, list).filter((token) => !moveToken(token, list, moved))
  const q = rest.map(({ text }) => text).join(' ') || undefined
  const lifted = { ...filters, q, ...moved }
  return list === 'traces' && !filters.attribute ? { ...lifted, ...extractAttribute({ q }) } : lifted
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

/** The filters by which a list has only this value, or all again where it has. */
export function toggleOnly(filters: ListFilters, key: string, value: string): ListFilters {
  if (hasValue(filters, key, value)) return removeValue(filters, key, value)
  if (key === 'operation') return { operation: value }
  if (key === 'status') return { errors: 'true' }
  if (!key.includes('.') && !SEARCH_KEYS.issues.includes(key)) return { attribute: `${key}:${value}` }
  const { q, ...parameters } = filterFor(key, value)
  return q === undefined ? parameters : { q: [...othersOf(filters.q, key), q].join(' ') }
}

/** Null: no search says that. */
export function allBut(list: ListName, { q }: ListFilters, key: string, value: string): ListFilters | null {
  const name = list === 'traces' ? (ATTRIBUTES[key] ?? key) : key
  const isSearch = list === 'traces' ? name.includes('.') || name === 'browser' || name === 'os' : true
  if (!isSearch) return null
  const term = `-${quote(name, value)}`
  return { q: [...splitTerms(q ?? '').filter((text) => text !== term), term].join(' ') }
}

export function hasValue(filters: ListFilters, key: string, value: string): boolean {
  if (key === 'status') return value === 'error' && filters.errors === 'true'
  const parameter = PARAMETERS.find((name) => name === key)
  if (parameter) return filters[parameter] === value
  return splitTerms(filters.q ?? '').includes(quote(key, value)) || filters.attribute === `${key}:${value}`
}

function removeValue(filters: ListFilters, key: string, value: string): ListFilters {
  if (key === 'status') return { errors: undefined }
  if (filters.attribute === `${key}:${value}`) return { attribute: undefined }
  const parameter = PARAMETERS.find((name) => name === key)
  return parameter ? { [parameter]: undefined } : { q: removeTerm(filters.q, quote(key, value)) }
}

export function removeTerm(q: string | undefined, term: string): string | undefined {
  const terms = splitTerms(q ?? '')
  const index = terms.indexOf(term)
  return terms.filter((_, at) => at !== index).join(' ') || undefined
}

/** A list has one value of a key: another one takes its room. */
function othersOf(q: string | undefined, key: string): string[] {
  return splitTerms(q ?? '').filter((text) => !text.startsWith(`${key}:`))
}

/** Filters that are shown as chips, in the order in which they are removed from the end. */
export function chipsOf(list: ListName, filters: ListFilters): Chip[] {
  const { release, attribute, q } = filters
  const chips: Chip[] = []
  const add = (key: string, value: string, without: ListFilters) =>
    chips.push({ text: `${key}:${value}`, key, value, term: '', isUnknown: false, without })
  if (release) add('release', release, { release: undefined })
  if (attribute) {
    const { key, value } = readToken(attribute, 'traces')
    if (key) add(key, value, { attribute: undefined })
  }
  if (list === 'traces') addSelection(filters, add)
  for (const token of readTokens(q, list)) {
    if (token.key === null) continue
    const { text, value, isUnknown } = token
    // As it is written: an alias stays.
    const [key = ''] = text.split(':')
    chips.push({
      text: `${key}:${value}`,
      key,
      value,
      term: text,
      isUnknown,
      without: { q: removeTerm(q, text) },
    })
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

/** Text of a search that is no chip. */
export function freeText(q: string | undefined, list: ListName): string {
  return readTokens(q, list)
    .filter(({ key }) => key === null)
    .map(({ text }) => text)
    .join(' ')
}

export const NO_SELECTION: TraceFilters = Object.fromEntries(SELECTION.map((name) => [name, undefined]))

export function hasSelection(filters: TraceFilters): boolean {
  return SELECTION.some((name) => filters[name] !== undefined)
}
