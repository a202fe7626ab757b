// What a link carries: the search part of every screen's URL, read kindly, written plainly. It is the only state of a filter.

import type { IssueSort, IssueStatus } from '../../store/api/contract.ts'

export const RANGES = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
} as const
export type Range = keyof typeof RANGES

export type Filters = {
  range?: Range | undefined
  from?: string | undefined
  to?: string | undefined
  service?: string | undefined
  environment?: string | undefined
  release?: string | undefined
  q?: string | undefined
}
export type IssueFilters = Filters & { status?: IssueStatus | undefined; sort?: IssueSort | undefined }
export type TraceFilters = Filters & {
  attribute?: string | undefined
  operation?: string | undefined
  minDurationNs?: string | undefined
  errors?: 'true' | undefined
}

export const DEFAULT_RANGE: Range = '24h'
const STATUSES: IssueStatus[] = ['new', 'regressed', 'ongoing', 'resolved', 'ignored']
const SORTS: IssueSort[] = ['change', 'lastSeen', 'firstSeen', 'count', 'users']

type Search = Record<string, unknown>

export function readFilters(search: Search): Filters {
  return {
    range: oneOf(Object.keys(RANGES) as Range[], search.range),
    from: instant(search.from),
    to: instant(search.to),
    service: text(search.service),
    environment: text(search.environment),
    release: text(search.release),
    q: text(search.q),
  }
}

export function readIssueFilters(search: Search): IssueFilters {
  return { ...readFilters(search), status: oneOf(STATUSES, search.status), sort: oneOf(SORTS, search.sort) }
}

export function readTraceFilters(search: Search): TraceFilters {
  return {
    ...readFilters(search),
    operation: text(search.operation),
    attribute: text(search.attribute),
    minDurationNs: /^\d{1,15}$/.test(String(search.minDurationNs)) ? String(search.minDurationNs) : undefined,
    errors: search.errors === 'true' ? 'true' : undefined,
  }
}

/** Which part of time is asked for: the chosen ends, else the range, else the default one. */
export function period(filters: Filters): { from: string; to: string } | { range: Range } {
  if (filters.from && filters.to) return { from: filters.from, to: filters.to }
  return { range: filters.range ?? DEFAULT_RANGE }
}

/** Any filter besides the time: then an empty answer means "too narrow", not "good news". */
export function isNarrow(filters: IssueFilters & TraceFilters): boolean {
  return [
    filters.service,
    filters.environment,
    filters.release,
    filters.q,
    filters.operation,
    filters.attribute,
    filters.minDurationNs,
    filters.errors,
  ].some(Boolean)
}

/** The router's own reading would turn the digest 12E45678 into a number: here everything stays text. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

export function stringifySearch(search: Search): string {
  const written = parameters(search).toString()
  return written === '' ? '' : `?${written}`
}

export function parameters(values: Search): URLSearchParams {
  const written = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (text(value)) written.set(name, String(value))
  return written
}

export function text(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value).trim() === '' ? undefined : String(value)
}

function oneOf<T extends string>(allowed: T[], value: unknown): T | undefined {
  return allowed.find((candidate) => candidate === value)
}

function instant(value: unknown): string | undefined {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value))
    ? new Date(value).toISOString()
    : undefined
}
