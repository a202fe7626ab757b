// The search part of the URL, which is the only state of a filter. Invalid values are left out.
import { searchParameters } from '../http/query.ts'
import type { IssueSort, IssueStatus } from '../../../contract/issues.ts'

export const RANGES = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
} as const
export type Range = keyof typeof RANGES
export const DEFAULT_RANGE: Range = '24h'

export const ISSUE_STATUSES: IssueStatus[] = ['new', 'regressed', 'ongoing', 'resolved', 'ignored']
/** The orders of the list of issues. */
export const ISSUE_SORTS: Record<IssueSort, string> = {
  change: 'By change',
  count: 'By events',
  users: 'By users',
  lastSeen: 'By last seen',
  firstSeen: 'By first seen',
}
export const STACK_VIEWS = ['built', 'text'] as const
/** Undefined: source code, where there are source maps. */
export type StackView = (typeof STACK_VIEWS)[number] | undefined

/** The search part of a URL before it is checked. */
type RawSearch = Record<string, unknown>
/** A function for each parameter, which returns undefined for an invalid value. */
type Parameters = Record<string, (value: unknown) => string | undefined>
type SearchOf<Schema extends Parameters> = { [Name in keyof Schema]?: ReturnType<Schema[Name]> | undefined }

/** The parameters of every filter bar. */
export const FILTER_PARAMETERS = {
  range: optionOf(Object.keys(RANGES) as Range[]),
  from: readInstant,
  to: readInstant,
  service: readText,
  environment: readText,
  release: readText,
  q: readText,
}
const ISSUE_FILTER_PARAMETERS = {
  ...FILTER_PARAMETERS,
  status: optionOf(ISSUE_STATUSES),
  sort: optionOf(Object.keys(ISSUE_SORTS) as IssueSort[]),
}
export const TRACE_FILTER_PARAMETERS = {
  ...FILTER_PARAMETERS,
  operation: readText,
  attribute: readText,
  /** Two instants with a slash between them, as the API takes it. */
  started: readInterval,
  minDurationNs: readNanoseconds,
  maxDurationNs: readNanoseconds,
  errors: optionOf(['true']),
  /** Default: the newest first. */
  order: optionOf(['duration', 'errors']),
}
/** The selected span of a trace, the filter of its spans, and how they are drawn. */
export const TRACE_PARAMETERS = {
  span: readText,
  q: readText,
  errors: optionOf(['true']),
  /** Marks the critical path. */
  path: optionOf(['true']),
  /** Times as they arrived: clocks are not corrected. */
  clocks: optionOf(['raw']),
  /** The part of the time that is shown: `FROM-TO` in nanoseconds after the first span, or `all`. */
  zoom: readText,
  /** Ids of spans, separated by dots: those that are collapsed, and groups that are expanded. */
  toggled: readText,
}

export type Filters = SearchOf<typeof FILTER_PARAMETERS>
export type IssueFilters = SearchOf<typeof ISSUE_FILTER_PARAMETERS>
export type TraceFilters = SearchOf<typeof TRACE_FILTER_PARAMETERS>
export type TraceOrder = NonNullable<TraceFilters['order']>
export type TraceSearch = SearchOf<typeof TRACE_PARAMETERS>

export const readFilters = searchReader(FILTER_PARAMETERS)
export const readIssueFilters = searchReader(ISSUE_FILTER_PARAMETERS)
export const readTraceFilters = searchReader(TRACE_FILTER_PARAMETERS)

/** Reads the search part of a screen with these parameters. */
export function searchReader<const Schema extends Parameters>(schema: Schema) {
  return (search: RawSearch) =>
    Object.fromEntries(
      Object.entries(schema).map(([name, read]) => [name, read(search[name])]),
    ) as SearchOf<Schema>
}

/** The time parameters of a request: both ends, else the range, else the default range. */
export function period(filters: Filters): { from: string; to: string } | { range: Range } {
  if (filters.from && filters.to) return { from: filters.from, to: filters.to }
  return { range: filters.range ?? DEFAULT_RANGE }
}

/** The parameters of a request that every filter bar sets. */
export function commonParameters(filters: Filters) {
  const { service, environment, release } = filters
  return { ...period(filters), service, environment, release }
}

/** Every value stays text: the router's own parser turns the digest 12E45678 into a number. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

export function stringifySearch(search: RawSearch): string {
  const query = searchParameters(search).toString()
  return query === '' ? '' : `?${query}`
}

export function readText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value).trim() === '' ? undefined : String(value)
}

/** Reads one of these values. */
export function optionOf<const Option extends string>(options: readonly Option[]) {
  return (value: unknown) => readOption(options, value)
}

export function readOption<Option extends string>(
  options: readonly Option[],
  value: unknown,
): Option | undefined {
  return options.find((option) => option === value)
}

function readInstant(value: unknown): string | undefined {
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) return undefined
  return new Date(value).toISOString()
}

function readInterval(value: unknown): string | undefined {
  const [from, to] = String(value).split('/').map(readInstant)
  // A comparison with undefined is false.
  return from! < to! ? `${from}/${to}` : undefined
}

function readNanoseconds(value: unknown): string | undefined {
  const text = String(value)
  return /^\d{1,15}$/.test(text) ? text : undefined
}
