// The filters that all lists of `/api` share, and the parameters of lists that have pages.
import { DAY_NS, HOUR_NS, nowNs } from '../database/instants.ts'
import type { OccurrenceFilter } from '../occurrences/exception-filter.ts'
import { parseSearchTerms } from '../occurrences/search-terms.ts'
import { HttpError } from '../../server/http-error.ts'
import { parseCursor, type Cursor } from './cursor.ts'
import {
  choice,
  group,
  instant,
  integer,
  parsed,
  readParameters,
  texts,
  type Parameter,
} from './parameters.ts'

/** `until`: the end of a chart, which is now where `to` is later, for clocks that run fast. */
export type Filters = OccurrenceFilter & { until: bigint }

/** Nanoseconds since 1970: `from` ≤ instant < `to`. */
export type Period = { from: bigint; to: bigint }

export type Page = { limit: number; cursor: Cursor | null }

const RANGE_NS = { '1h': HOUR_NS, '24h': DAY_NS, '7d': 7n * DAY_NS, '30d': 30n * DAY_NS }
type Range = keyof typeof RANGE_NS
const RANGES = Object.keys(RANGE_NS) as Range[]

/** A range without an end goes on for a day, for occurrences of clocks that run fast. */
const AHEAD = DAY_NS

/** Terms of one search. Each is a pass over the rows that the others left. */
const MAX_TERMS = 12

/** Rows of one page of a list. */
export const MAX_LIMIT = 100
const DEFAULT_LIMIT = 25

export const LIMIT = integer('Rows of a page.', { fallback: DEFAULT_LIMIT, min: 1, max: MAX_LIMIT })

export const PAGE: Parameter<Page> = group(
  {
    limit: LIMIT,
    cursor: parsed('`nextCursor` of the previous page; all other parameters as before.', parseCursor),
  },
  (page) => page,
)

export const NAMES = {
  service: texts('Any of these services.'),
  environment: texts('Any of these environments.'),
  release: texts('Any of these releases.'),
}

export const SEARCH = parsed(
  'Words, "phrases" and `key:value`, each with `-` in front to exclude it.',
  (value) => {
    const terms = parseSearchTerms(value)
    if (terms.length > MAX_TERMS) throw new HttpError(400, `q must not have more than ${MAX_TERMS} terms.`)
    return terms
  },
)

/** The time of a request. */
export function period(defaultRange: Range): Parameter<Pick<Filters, 'from' | 'to' | 'until'>> {
  return group(
    {
      range: choice('The last hour, day, week or month.', RANGES, defaultRange),
      from: instant('Instead of a range: the start.'),
      to: instant('Instead of a range: the end, exclusive.'),
    },
    periodOf,
  )
}

/** The time and what it is about: every list has them. */
export function filters(defaultRange: Range = '7d'): Parameter<Filters> {
  return group(
    { time: period(defaultRange), ...NAMES, q: SEARCH },
    ({ time, service, environment, release, q }) => ({
      ...time,
      service,
      environment,
      release,
      terms: q,
    }),
  )
}

/** As `filters`; null without a parameter: any time. */
export function optionalFilters(): Parameter<Filters | null> {
  const parameter = filters('30d')
  return { ...parameter, read: (query, name) => (query.size === 0 ? null : parameter.read(query, name)) }
}

/** The filters of a request without parameters, over the last 30 days. */
export function defaultFilters(): Filters {
  const query = new URLSearchParams()
  return readParameters({ filters: filters('30d') }, { query, path: query }).filters
}

/** The filters of everything in a period, or of what has these names. */
export function filtersOf({ from, to }: Period, names: Partial<Filters> = {}): Filters {
  return { from, to, until: to, service: [], environment: [], release: [], terms: [], ...names }
}

type RequestedPeriod = { range: Range; from: bigint | null; to: bigint | null }

function periodOf({ range, from, to }: RequestedPeriod): Pick<Filters, 'from' | 'to' | 'until'> {
  const now = nowNs()
  const length = RANGE_NS[range]
  if (from === null && to === null) return { from: now - length, to: now + AHEAD, until: now }
  const end = to ?? now
  const start = from ?? end - length
  if (start >= end) throw new HttpError(400, 'from must be before to.')
  return { from: start, to: end, until: end }
}
