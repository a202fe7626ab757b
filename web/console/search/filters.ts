// The search part of the URL, which is the only state of a filter. Invalid values are left out.
import type { IssueSort, IssueStatus } from '../../../contract/issues.ts'

export const RANGES = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
} as const
export type Range = keyof typeof RANGES
const RANGE_HOURS: Record<Range, number> = { '1h': 1, '24h': 24, '7d': 7 * 24, '30d': 30 * 24 }

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
  /** Two instants with a slash between them, as the API takes it. */
  started?: string | undefined
  minDurationNs?: string | undefined
  maxDurationNs?: string | undefined
  errors?: 'true' | undefined
  /** Default: the newest first. */
  order?: TraceOrder | undefined
}
/** What a release is compared with: another one, or its service at a time before. */
export type ReleaseSearch = Filters & { previous?: string | undefined; before?: '24h' | '7d' | undefined }
export type TraceOrder = 'duration' | 'errors'
export const STACK_VIEWS = ['built', 'text'] as const
/** Undefined: source code, where there are source maps. */
export type StackView = (typeof STACK_VIEWS)[number] | undefined
/** The search part of one issue: the event, the filter of its events, and what its stack shows. */
type IssueSearch = {
  event?: string | undefined
  q?: string | undefined
  stack?: StackView
  /** As in a trace. */
  clocks?: 'raw' | undefined
}
/** The search part of an incident: as for an issue or a trace, and which of them is shown. */
type IncidentSearch = TraceSearch & { view?: 'trace' | undefined; stack?: StackView }
/** The search part of one trace: the selected span, the filter of its spans, and how they are drawn. */
export type TraceSearch = {
  span?: string | undefined
  q?: string | undefined
  errors?: 'true' | undefined
  /** Marks the critical path. */
  path?: 'true' | undefined
  /** Times as they arrived: clocks are not corrected. */
  clocks?: 'raw' | undefined
  /** The part of the time that is shown: `FROM-TO` in nanoseconds after the first span, or `all`. */
  zoom?: string | undefined
  /** Ids of spans, separated by dots: those that are collapsed, and groups that are expanded. */
  toggled?: string | undefined
}

export const DEFAULT_RANGE: Range = '24h'
export const ISSUE_STATUSES: IssueStatus[] = ['new', 'regressed', 'ongoing', 'resolved', 'ignored']
const SORTS: IssueSort[] = ['change', 'lastSeen', 'firstSeen', 'count', 'users']

const COMMON_FILTERS = ['q', 'service', 'environment', 'release'] as const
const TRACE_FILTERS = [
  'operation',
  'attribute',
  'started',
  'minDurationNs',
  'maxDurationNs',
  'errors',
] as const
/** The filters besides time and status. */
export const FILTERS = [...COMMON_FILTERS, ...TRACE_FILTERS]

/** The search part of a URL before it is checked. */
export type RawSearch = Record<string, unknown>

export function readFilters(search: RawSearch): Filters {
  return {
    range: readOption(Object.keys(RANGES) as Range[], search.range),
    from: readInstant(search.from),
    to: readInstant(search.to),
    service: readText(search.service),
    environment: readText(search.environment),
    release: readText(search.release),
    q: readText(search.q),
  }
}

export function readIssueFilters(search: RawSearch): IssueFilters {
  return {
    ...readFilters(search),
    status: readOption(ISSUE_STATUSES, search.status),
    sort: readOption(SORTS, search.sort),
  }
}

export function readTraceFilters(search: RawSearch): TraceFilters {
  return {
    ...readFilters(search),
    operation: readText(search.operation),
    attribute: readText(search.attribute),
    started: readInterval(search.started),
    minDurationNs: readNanoseconds(search.minDurationNs),
    maxDurationNs: readNanoseconds(search.maxDurationNs),
    errors: readOption(['true'], search.errors),
    order: readOption(['duration', 'errors'], search.order),
  }
}

export function readReleaseSearch(search: RawSearch): ReleaseSearch {
  return {
    ...readFilters(search),
    previous: readText(search.previous),
    before: readOption(['24h', '7d'], search.before),
  }
}

export function readIssueSearch(search: RawSearch): IssueSearch {
  return {
    event: readText(search.event),
    q: readText(search.q),
    stack: readOption(STACK_VIEWS, search.stack),
    clocks: readOption(['raw'], search.clocks),
  }
}

export function readIncidentSearch(search: RawSearch): IncidentSearch {
  return {
    ...readTraceSearch(search),
    view: readOption(['trace'], search.view),
    stack: readOption(STACK_VIEWS, search.stack),
  }
}

export function readTraceSearch(search: RawSearch): TraceSearch {
  return {
    span: readText(search.span),
    q: readText(search.q),
    errors: readOption(['true'], search.errors),
    path: readOption(['true'], search.path),
    clocks: readOption(['raw'], search.clocks),
    zoom: readText(search.zoom),
    toggled: readText(search.toggled),
  }
}

/** The time parameters of a request: both ends, else the range, else the default range. */
export function period(filters: Filters): { from: string; to: string } | { range: Range } {
  if (filters.from && filters.to) return { from: filters.from, to: filters.to }
  return { range: filters.range ?? DEFAULT_RANGE }
}

/** `in the last 24 hours`, or `in the selected time`. */
export function describePeriod({ from, range }: Filters): string {
  return from ? 'in the selected time' : `in the ${RANGES[range ?? DEFAULT_RANGE].toLowerCase()}`
}

/** True if a filter besides the time is set. */
export function hasFilters(filters: IssueFilters & TraceFilters): boolean {
  return FILTERS.some((name) => filters[name])
}

/** Every value stays text: the router's own parser turns the digest 12E45678 into a number. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

export function stringifySearch(search: RawSearch): string {
  const query = searchParameters(search).toString()
  return query === '' ? '' : `?${query}`
}

export function searchParameters(values: RawSearch): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (readText(value)) parameters.set(name, String(value))
  return parameters
}

export function readText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value).trim() === '' ? undefined : String(value)
}

/** Reads parameters that may have any text. */
export function readTexts<Name extends string>(...names: Name[]) {
  return (search: RawSearch) =>
    Object.fromEntries(names.map((name) => [name, readText(search[name])])) as Partial<
      Record<Name, string | undefined>
    >
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

/** The ends of the time of a chart, in milliseconds since 1970. */
export function chartPeriod({ from, to, range }: Filters, now: number): { start: number; end: number } {
  if (from && to) return { start: Date.parse(from), end: Date.parse(to) }
  return { start: now - RANGE_HOURS[range ?? DEFAULT_RANGE] * 3_600_000, end: now }
}
