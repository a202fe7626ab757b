// Which rows of `otel_traces` a question is about.
import { all, type Condition, oneOf } from '../engine/condition.ts'
import { parseChoices, parseText, parseInteger, type Filters } from './http/filters.ts'
import { HttpError } from './http/http-error.ts'
import type { SearchKey, Term } from '../occurrences/search-terms.ts'

/** Attributes that one question may ask for. */
const MAX_ATTRIBUTES = 8

/** A span of a year: no longer one is stored. */
const MAX_DURATION = 31_536_000_000_000_000

/** Columns that the table makes of the resource's attributes. */
export const ENVIRONMENT = 'SpanEnvironment'
export const RELEASE = 'SpanRelease'

type Columns = Partial<Record<SearchKey, string>>

const OF_SPANS: Columns = {
  service: 'ServiceName',
  release: RELEASE,
  environment: ENVIRONMENT,
  route: `SpanAttributes['http.route']`,
  user: `SpanAttributes['user.id']`,
  session: `SpanAttributes['session.id']`,
  url: `SpanAttributes['url.full']`,
  trace: 'TraceId',
}

/** What `span_hours` knows of the spans that it sums up. */
const OF_HOURS: Columns = { service: 'ServiceName', release: 'Release', environment: 'Environment' }

const BEYOND_HOURS = ['minDurationNs', 'maxDurationNs', 'attribute']

export function spanConditions(query: URLSearchParams, filters: Filters): Condition {
  return all([plain(query, filters), ...attributes(query).map(({ either }) => either)])
}

/**
 * The same as conditions of which a row need meet only one. An attribute is one of the span or of its resource, and each has an index of
 * its own, which the engine cannot use for both at once: that took twice the time.
 */
export function spanAlternatives(query: URLSearchParams, filters: Filters): Condition[] {
  const [first, ...more] = attributes(query)
  const rest = all([plain(query, filters), ...more.map(({ either }) => either)])
  return first ? [first.ofSpan, first.ofResource].map((condition) => all([rest, condition])) : [rest]
}

function plain(query: URLSearchParams, filters: Filters): Condition {
  const shortest = parseInteger(query, 'minDurationNs', { fallback: 0, min: 0, max: MAX_DURATION })
  const longest = parseInteger(query, 'maxDurationNs', { fallback: MAX_DURATION, min: 0, max: MAX_DURATION })
  const timed = query.get('minDurationNs') || query.get('maxDurationNs')
  return all([
    ...narrowed(query, filters, OF_SPANS),
    ...(timed
      ? [
          {
            sql: 'Duration >= {shortest:UInt64} AND Duration <= {longest:UInt64}',
            parameters: { shortest: String(shortest), longest: String(longest) },
          },
        ]
      : []),
    // Without an operation, durations are asked of whole traces: of the spans that begin them.
    ...(timed && parseText(query, 'operation') === '' ? [{ sql: `ParentSpanId = ''`, parameters: {} }] : []),
  ])
}

/** The same of the rows of `span_hours`; null where these do not tell. */
export function hourConditions(query: URLSearchParams, filters: Filters): Condition | null {
  const beyond =
    BEYOND_HOURS.some((name) => query.get(name)) ||
    filters.terms.some(({ key }) => key !== null && !(key in OF_HOURS))
  return beyond ? null : all(narrowed(query, filters, OF_HOURS))
}

function narrowed(query: URLSearchParams, filters: Filters, columns: Columns): Condition[] {
  const operation = parseText(query, 'operation')
  const statuses = parseChoices(query, 'status', ['error', 'ok', 'unset'], [])
  return [
    ...oneOf('ServiceName', 'service', filters.service),
    ...oneOf(columns.environment ?? '', 'environment', filters.environment),
    ...oneOf(columns.release ?? '', 'release', filters.release),
    ...oneOf('SpanName', 'operation', operation === '' ? [] : [operation]),
    ...oneOf('lower(StatusCode)', 'status', statuses),
    ...filters.terms.map((term, at) => termCondition(term, at, columns)),
  ]
}

type AttributeConditions = Record<'ofSpan' | 'ofResource' | 'either', Condition>

function attributes(query: URLSearchParams): AttributeConditions[] {
  const given = query.getAll('attribute').filter((pair) => pair !== '')
  if (given.length > MAX_ATTRIBUTES)
    throw new HttpError(400, `attribute is given more than ${MAX_ATTRIBUTES} times.`)
  return given.map((pair, at) => {
    const colon = pair.indexOf(':')
    if (colon < 1 || pair.length > 1_000) throw new HttpError(400, 'attribute must be name:value.')
    const parameters = {
      [`name${at}`]: pair.slice(0, colon).toWellFormed(),
      [`value${at}`]: pair.slice(colon + 1).toWellFormed(),
    }
    const of = (column: string): string => `${column}[{name${at}:String}] = {value${at}:String}`
    const [ofSpan, ofResource] = [of('SpanAttributes'), of('ResourceAttributes')]
    return {
      ofSpan: { sql: ofSpan, parameters },
      ofResource: { sql: ofResource, parameters },
      either: { sql: `(${ofSpan} OR ${ofResource})`, parameters },
    }
  })
}

function termCondition({ key, value, negated }: Term, at: number, columns: Columns): Condition {
  const column = key === null ? null : columns[key]
  if (column === undefined) throw new HttpError(400, `q: "${key}:" is nothing that traces are searched by.`)
  const sql =
    column === null
      ? `positionCaseInsensitiveUTF8(SpanName, {term${at}:String}) > 0`
      : `${column} = {term${at}:String}`
  return { sql: negated ? `NOT (${sql})` : sql, parameters: { [`term${at}`]: value } }
}
