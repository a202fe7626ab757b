// Every parameter that a question may carry, read and checked in one place. What does not make sense is refused by name.
import type { Parameters } from '../../engine/engine.ts'
import { Refusal } from './http-error.ts'
import { parseSearch, type Term } from '../../occurrences/search-terms.ts'

export type Filters = {
  from: bigint
  to: bigint
  /** The end of what is drawn: now, where `to` lies ahead so that clocks that run fast are still seen. */
  until: bigint
  service: string[]
  environment: string[]
  release: string[]
  terms: Term[]
  limit: number
  cursor: (string | number)[] | null
}

const MILLISECONDS: Record<string, number> = {
  '1h': 3_600_000,
  '24h': 86_400_000,
  '7d': 7 * 86_400_000,
  '30d': 30 * 86_400_000,
}
const DAY = 86_400_000_000_000n

/** Characters of one value. Longer ones match nothing that is stored. */
const MAX_TEXT = 1_000

/** Values of one repeated parameter. */
const MAX_VALUES = 20

const MAX_LIMIT = 100
const LIMIT = 25

/** Nanoseconds of instants that the engine can hold: the years 1970 to 2200. */
const LAST_INSTANT = 7_258_118_400_000_000_000n

export function readFilters(query: URLSearchParams, defaultRange = '7d', now = Date.now()): Filters {
  return {
    ...period(query, defaultRange, BigInt(now) * 1_000_000n),
    service: texts(query, 'service'),
    environment: texts(query, 'environment'),
    release: texts(query, 'release'),
    terms: parseSearch(text(query, 'q')),
    limit: whole(query, 'limit', LIMIT, 1, MAX_LIMIT),
    cursor: readCursor(text(query, 'cursor')),
  }
}

function period(
  query: URLSearchParams,
  defaultRange: string,
  now: bigint,
): Pick<Filters, 'from' | 'to' | 'until'> {
  const [from, to, range] = [instant(query, 'from'), instant(query, 'to'), text(query, 'range')]
  if (range !== '' && !(range in MILLISECONDS))
    throw new Refusal(400, `range must be one of ${Object.keys(MILLISECONDS).join(', ')}.`)
  const length = BigInt(MILLISECONDS[range || defaultRange] ?? 0) * 1_000_000n
  if (from === null && to === null) return { from: now - length, to: now + DAY, until: now }
  const end = to ?? now
  const start = from ?? end - length
  if (start >= end) throw new Refusal(400, 'from must be before to.')
  return { from: start, to: end, until: end }
}

function instant(query: URLSearchParams, name: string): bigint | null {
  const value = text(query, name)
  if (value === '') return null
  const found = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/i.exec(value)
  const milliseconds = Date.parse(`${found?.[1]}${found?.[3]?.toUpperCase()}`)
  const ns = Number.isNaN(milliseconds)
    ? -1n
    : BigInt(milliseconds) * 1_000_000n + BigInt((found?.[2] ?? '').padEnd(9, '0'))
  if (ns < 0n || ns > LAST_INSTANT)
    throw new Refusal(400, `${name} must be an instant as 2026-11-21T08:30:00Z.`)
  return ns
}

export function text(query: URLSearchParams, name: string): string {
  const value = query.get(name) ?? ''
  if (value.length > MAX_TEXT) throw new Refusal(400, `${name} is longer than ${MAX_TEXT} characters.`)
  return value.toWellFormed()
}

function texts(query: URLSearchParams, name: string): string[] {
  const values = query.getAll(name).filter((value) => value !== '')
  if (values.length > MAX_VALUES) throw new Refusal(400, `${name} is given more than ${MAX_VALUES} times.`)
  if (values.some((value) => value.length > MAX_TEXT))
    throw new Refusal(400, `${name} is longer than ${MAX_TEXT} characters.`)
  return values.map((value) => value.toWellFormed())
}

export function whole(
  query: URLSearchParams,
  name: string,
  otherwise: number,
  least: number,
  most: number,
): number {
  const value = text(query, name)
  if (value === '') return otherwise
  const number = Number(value)
  if (/^\d{1,16}$/.test(value) && number >= least && number <= most) return number
  throw new Refusal(400, `${name} must be a whole number from ${least} to ${most}.`)
}

/** One or several words of a list, separated by commas. */
export function choices<Choice extends string>(
  query: URLSearchParams,
  name: string,
  allowed: readonly Choice[],
  otherwise: Choice[],
): Choice[] {
  const given = text(query, name)
  if (given === '') return otherwise
  return given.split(',').map((word) => {
    const choice = allowed.find((one) => one === word.trim())
    if (choice === undefined) throw new Refusal(400, `${name} must be one of ${allowed.join(', ')}.`)
    return choice
  })
}

export function writeCursor(values: (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

function readCursor(given: string): (string | number)[] | null {
  if (given === '') return null
  try {
    const values: unknown = JSON.parse(Buffer.from(given, 'base64url').toString())
    const fits = Array.isArray(values) && values.length > 0 && values.length < 8
    if (fits && values.every((value) => typeof value === 'string' || Number.isSafeInteger(value)))
      return values as (string | number)[]
  } catch {
    // Refused below, as any other cursor that is none of ours.
  }
  throw new Refusal(400, 'cursor is none that this list gave out.')
}

/** The cursor's values where they have the kinds that a list writes. `n`: a 64-bit integer in a string; `s`: any string; `i`: a byte. */
export function cursorOf(filters: Filters, kinds: string): (string | number)[] | null {
  const { cursor } = filters
  if (cursor === null) return null
  const fits = cursor.length === kinds.length && cursor.every((value, at) => fitsKind(value, kinds[at]))
  if (!fits) throw new Refusal(400, 'cursor is none that this list gave out.')
  return cursor
}

function fitsKind(value: string | number, kind: string | undefined): boolean {
  if (kind === 'i') return typeof value === 'number' && value >= 0 && value < 256
  return (
    typeof value === 'string' && (kind === 's' || (/^\d{1,19}$/.test(value) && BigInt(value) < 2n ** 63n))
  )
}

/** Conditions as text of our own, values beside it. */
export type Condition = { sql: string; parameters: Parameters }

export function all(conditions: Condition[]): Condition {
  return {
    sql: conditions.length === 0 ? '1' : conditions.map((condition) => condition.sql).join(' AND '),
    parameters: Object.assign({}, ...conditions.map((condition) => condition.parameters)) as Parameters,
  }
}
