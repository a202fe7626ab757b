// The parameters that select spans and traces, and those that name a trace or a span.
import { HttpError } from '../../../server/http-error.ts'
import { filters, type Filters } from '../../http/filters.ts'
import {
  choices,
  group,
  integer,
  ofPath,
  parsed,
  parseInstant,
  text,
  texts,
  type Parameter,
} from '../../http/parameters.ts'

const SPAN_STATUSES = ['error', 'ok', 'unset'] as const

/** A year: no longer span is stored. */
const MAX_DURATION_NS = 31_536_000_000_000_000

/** Each is a pass over the attributes of all spans. */
const MAX_ATTRIBUTE_FILTERS = 8

type Attribute = { name: string; value: string }

/** `operation`: empty for any. `statuses`: empty for all. Instants and durations: nanoseconds. */
export type SpanSelection = {
  operation: string
  statuses: readonly (typeof SPAN_STATUSES)[number][]
  /** `to` is exclusive. */
  started: { from: bigint; to: bigint } | null
  durations: { min: number; max: number } | null
  attributes: Attribute[]
}

/** Which spans a request is about, or the traces that have such a span. */
export type TraceFilters = Filters & SpanSelection

export const NO_SELECTION: SpanSelection = {
  operation: '',
  statuses: [],
  started: null,
  durations: null,
  attributes: [],
}

const DURATION = { fallback: null, min: 0, max: MAX_DURATION_NS }

export const TRACE_FILTERS: Parameter<TraceFilters> = group(
  {
    filters: filters(),
    operation: text('The name of a span.'),
    status: choices('Of a span; `error` also takes traces with an exception.', SPAN_STATUSES),
    started: parsed(
      'When the trace or operation started: two instants with `/` between, as ISO 8601.',
      parseStarted,
    ),
    minDurationNs: integer('Nanoseconds, of the trace or of the operation.', DURATION),
    maxDurationNs: integer('Nanoseconds.', DURATION),
    attribute: { ...texts('`name:value` of a span or its resource; may be repeated.'), read: readAttributes },
  },
  ({ filters, operation, status, started, minDurationNs: min, maxDurationNs: max, attribute }) => ({
    ...filters,
    operation,
    statuses: status,
    started,
    durations: min === null && max === null ? null : { min: min ?? 0, max: max ?? MAX_DURATION_NS },
    attributes: attribute,
  }),
)

/** In lower case, as stored. */
export const TRACE_ID = ofPath('The id of a trace: 32 hex digits.', (id) => {
  if (!/^[\da-f]{32}$/i.test(id)) throw new HttpError(400, 'traceId must be 32 hex digits.')
  return id.toLowerCase()
})

export const SPAN_ID = ofPath('The id of a span: 16 hex digits.', (id) => parseSpanId(id, 'spanId'))

export function parseSpanId(id: string, name: string): string {
  if (!/^[\da-f]{16}$/i.test(id)) throw new HttpError(400, `${name} must be 16 hex digits.`)
  return id.toLowerCase()
}

/** An interval as ISO 8601 writes it: two instants with a slash between them, the second exclusive. */
function parseStarted(interval: string, name: string): SpanSelection['started'] {
  if (interval === '') return null
  const [from, to, ...others] = interval.split('/').map((part) => parseInstant(part, name))
  if (from === undefined || to === undefined || from >= to || others.length > 0)
    throw new HttpError(400, 'started must be two instants: 2026-11-21T08:30:00Z/2026-11-21T09:00:00Z.')
  return { from, to }
}

function readAttributes(query: URLSearchParams, name: string): Attribute[] {
  const pairs = query.getAll(name).filter((pair) => pair !== '')
  if (pairs.length > MAX_ATTRIBUTE_FILTERS)
    throw new HttpError(400, `attribute must not be repeated more than ${MAX_ATTRIBUTE_FILTERS} times.`)
  return pairs.map((pair) => {
    const colon = pair.indexOf(':')
    if (colon < 1 || pair.length > 1_000) throw new HttpError(400, 'attribute must be name:value.')
    return { name: pair.slice(0, colon).toWellFormed(), value: pair.slice(colon + 1).toWellFormed() }
  })
}
