// The filters that all lists of `/api` share.
import type { OccurrenceFilter } from '../occurrences/exception-filter.ts'
import { parseSearchTerms, type Term } from '../occurrences/search-terms.ts'
import { parseCursor, type Cursor } from './cursor.ts'
import { HttpError } from '../../server/http-error.ts'
import { parseInstant, parseInteger, parseText, parseTexts } from './query-parameters.ts'

export type Filters = OccurrenceFilter & {
  /** The end of a chart: now, where `to` lies ahead of it for clocks that run fast. */
  until: bigint
  limit: number
  cursor: Cursor | null
}

const RANGE_MILLISECONDS = new Map([
  ['1h', 3_600_000],
  ['24h', 86_400_000],
  ['7d', 7 * 86_400_000],
  ['30d', 30 * 86_400_000],
])

/** A range without an end goes on for a day, for occurrences of clocks that run fast. */
const AHEAD = 86_400_000_000_000n

/** Terms of one search. Each is a pass over the rows that the others left. */
const MAX_TERMS = 12

export const RANGES = [...RANGE_MILLISECONDS.keys()]

/** Rows of one page of a list. */
export const MAX_LIMIT = 100
export const DEFAULT_LIMIT = 25

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
  const milliseconds = RANGE_MILLISECONDS.get(range || defaultRange)
  if (milliseconds === undefined) throw new HttpError(400, `range must be one of ${RANGES.join(', ')}.`)
  const length = BigInt(milliseconds) * 1_000_000n
  if (from === null && to === null) return { from: now - length, to: now + AHEAD, until: now }
  const end = to ?? now
  const start = from ?? end - length
  if (start >= end) throw new HttpError(400, 'from must be before to.')
  return { from: start, to: end, until: end }
}

function parseTerms(query: URLSearchParams): Term[] {
  const terms = parseSearchTerms(parseText(query, 'q'))
  if (terms.length > MAX_TERMS) throw new HttpError(400, `q has more than ${MAX_TERMS} terms.`)
  return terms
}
