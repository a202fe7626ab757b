// Reads and checks the query parameters of `/api`. A value that makes no sense is a 400 that names the parameter.
import type { OccurrenceFilter } from '../../occurrences/exception-filter.ts'
import { parseSearchTerms, type Term } from '../../occurrences/search-terms.ts'
import { HttpError } from './http-error.ts'

export type Filters = OccurrenceFilter & {
  /** The end of a chart: now, where `to` lies ahead of it for clocks that run fast. */
  until: bigint
  limit: number
  cursor: Cursor | null
}

type Cursor = (string | number)[]

const RANGE_MILLISECONDS: Record<string, number> = {
  '1h': 3_600_000,
  '24h': 86_400_000,
  '7d': 7 * 86_400_000,
  '30d': 30 * 86_400_000,
}

/** A range without an end goes on for a day, for occurrences of clocks that run fast. */
const AHEAD = 86_400_000_000_000n

/** Characters of one value. No stored value that filters compare with is longer. */
const MAX_TEXT = 1_000

/** Values of one repeated parameter. */
const MAX_VALUES = 20

/** Terms of one search. Each is a pass over the rows that the others left. */
const MAX_TERMS = 12

/** Rows of one page of a list. */
const MAX_LIMIT = 100
const DEFAULT_LIMIT = 25

/** Values of a cursor: more than any list writes. */
const MAX_CURSOR_VALUES = 7

/** Nanoseconds of the last instant that the engine's DateTime64 holds here: the start of 2200. */
const LAST_INSTANT = 7_258_118_400_000_000_000n

const INVALID_CURSOR = 'cursor is none that this list gave out.'

export function readFilters(query: URLSearchParams, defaultRange = '7d', now = Date.now()): Filters {
  return {
    ...parsePeriod(query, defaultRange, BigInt(now) * 1_000_000n),
    service: parseTexts(query, 'service'),
    environment: parseTexts(query, 'environment'),
    release: parseTexts(query, 'release'),
    terms: parseTerms(query),
    limit: parseInteger(query, 'limit', { fallback: DEFAULT_LIMIT, min: 1, max: MAX_LIMIT }),
    cursor: parseCursor(parseText(query, 'cursor')),
  }
}

/** The filters of a request without parameters, over the last 30 days. */
export function defaultFilters(): Filters {
  return readFilters(new URLSearchParams(), '30d')
}

function parsePeriod(
  query: URLSearchParams,
  defaultRange: string,
  now: bigint,
): Pick<Filters, 'from' | 'to' | 'until'> {
  const [from, to] = [parseInstant(query, 'from'), parseInstant(query, 'to')]
  const range = parseText(query, 'range')
  if (range !== '' && !(range in RANGE_MILLISECONDS))
    throw new HttpError(400, `range must be one of ${Object.keys(RANGE_MILLISECONDS).join(', ')}.`)
  const length = BigInt(RANGE_MILLISECONDS[range || defaultRange] ?? 0) * 1_000_000n
  if (from === null && to === null) return { from: now - length, to: now + AHEAD, until: now }
  const end = to ?? now
  const start = from ?? end - length
  if (start >= end) throw new HttpError(400, 'from must be before to.')
  return { from: start, to: end, until: end }
}

/** Nanoseconds since 1970; null where the parameter is missing. */
function parseInstant(query: URLSearchParams, name: string): bigint | null {
  const value = parseText(query, name)
  if (value === '') return null
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/i.exec(value)
  const milliseconds = Date.parse(`${match?.[1]}${match?.[3]?.toUpperCase()}`)
  const ns = Number.isNaN(milliseconds)
    ? -1n
    : BigInt(milliseconds) * 1_000_000n + BigInt((match?.[2] ?? '').padEnd(9, '0'))
  if (ns < 0n || ns > LAST_INSTANT)
    throw new HttpError(400, `${name} must be an instant as 2026-11-21T08:30:00Z.`)
  return ns
}

/** Empty where the parameter is missing. */
export function parseText(query: URLSearchParams, name: string): string {
  return checkText(name, query.get(name) ?? '')
}

function parseTexts(query: URLSearchParams, name: string): string[] {
  const values = query.getAll(name).filter((value) => value !== '')
  if (values.length > MAX_VALUES) throw new HttpError(400, `${name} is given more than ${MAX_VALUES} times.`)
  return values.map((value) => checkText(name, value))
}

function checkText(name: string, value: string): string {
  if (value.length > MAX_TEXT) throw new HttpError(400, `${name} is longer than ${MAX_TEXT} characters.`)
  return value.toWellFormed()
}

function parseTerms(query: URLSearchParams): Term[] {
  const terms = parseSearchTerms(parseText(query, 'q'))
  if (terms.length > MAX_TERMS) throw new HttpError(400, `q holds more than ${MAX_TERMS} terms.`)
  return terms
}

export function parseInteger(
  query: URLSearchParams,
  name: string,
  { fallback, min, max }: { fallback: number; min: number; max: number },
): number {
  const value = parseText(query, name)
  if (value === '') return fallback
  const number = Number(value)
  if (/^\d{1,16}$/.test(value) && number >= min && number <= max) return number
  throw new HttpError(400, `${name} must be a whole number from ${min} to ${max}.`)
}

/** One or several values of a list, separated by commas. */
export function parseChoices<Choice extends string>(
  query: URLSearchParams,
  name: string,
  allowed: readonly Choice[],
  fallback: Choice[],
): Choice[] {
  const value = parseText(query, name)
  if (value === '') return fallback
  return value.split(',').map((item) => {
    const choice = allowed.find((candidate) => candidate === item.trim())
    if (choice === undefined) throw new HttpError(400, `${name} must be one of ${allowed.join(', ')}.`)
    return choice
  })
}

export function writeCursor(values: Cursor): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

function parseCursor(text: string): Cursor | null {
  if (text === '') return null
  const values = parseJson(Buffer.from(text, 'base64url').toString())
  const isValid =
    Array.isArray(values) &&
    values.length > 0 &&
    values.length <= MAX_CURSOR_VALUES &&
    values.every((value) => typeof value === 'string' || Number.isSafeInteger(value))
  if (!isValid) throw new HttpError(400, INVALID_CURSOR)
  return values as Cursor
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The cursor, checked against what a list writes. `n`: a 64-bit integer as text; `s`: any text; `i`: a byte. */
export function cursorOf({ cursor }: Filters, kinds: string): Cursor | null {
  if (cursor === null) return null
  const matches = cursor.length === kinds.length && cursor.every((value, at) => matchesKind(value, kinds[at]))
  if (!matches) throw new HttpError(400, INVALID_CURSOR)
  return cursor
}

function matchesKind(value: string | number, kind: string | undefined): boolean {
  if (kind === 'i') return typeof value === 'number' && value >= 0 && value < 256
  return (
    typeof value === 'string' && (kind === 's' || (/^\d{1,19}$/.test(value) && BigInt(value) < 2n ** 63n))
  )
}
