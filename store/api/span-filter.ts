// Which rows of `otel_traces` a query is about.
import type { Filters } from './http/filters.ts'
import { parseChoices, parseInteger, parseText } from './http/query-parameters.ts'
import { all, between, oneOf, type Condition } from '../engine/condition.ts'
import { HttpError } from './http/http-error.ts'
import type { SearchKey, Term } from '../occurrences/search-terms.ts'

/** `attribute` parameters of one request. */
const MAX_ATTRIBUTE_FILTERS = 8

/** A year: no longer span is stored. */
const MAX_DURATION_NS = 31_536_000_000_000_000

/** Columns that `operations` has as well. */
const OPERATION_COLUMNS: Partial<Record<SearchKey, string>> = {
  service: 'ServiceName',
  release: 'Release',
  environment: 'Environment',
}

/** Attributes are read from the map: its index of values finds them. */
const COLUMNS: Partial<Record<SearchKey, string>> = {
  ...OPERATION_COLUMNS,
  route: `SpanAttributes['http.route']`,
  user: `SpanAttributes['user.id']`,
  session: `SpanAttributes['session.id']`,
  url: `SpanAttributes['url.full']`,
  trace: 'TraceId',
}

const NOT_IN_OPERATIONS = ['minDurationNs', 'maxDurationNs', 'attribute']

export function spanCondition(query: URLSearchParams, filters: Filters): Condition {
  return all([
    ...basicConditions(query, filters),
    ...statusCondition(parseStatuses(query)),
    ...attributeConditions(query).map(({ either }) => either),
  ])
}

/**
 * For a list of traces: conditions of which a span need meet only one. An attribute is one of the span or of
 * its resource, and each has its own index; the engine cannot use both at once, which took twice the time. A
 * trace with an exception has an error, whatever the status of its spans is: pages report exceptions as logs.
 */
export function spanAlternatives(query: URLSearchParams, filters: Filters): Condition[] {
  const [first, ...more] = attributeConditions(query)
  const rest = all([...basicConditions(query, filters), ...more.map(({ either }) => either)])
  const ofAttribute = first ? [first.ofSpan, first.ofResource] : [all([])]
  return statusAlternatives(query, filters).flatMap((status) =>
    ofAttribute.map((attribute) => all([rest, status, attribute])),
  )
}

function statusAlternatives(query: URLSearchParams, filters: Filters): Condition[] {
  const statuses = parseStatuses(query)
  const ofSpan = all(statusCondition(statuses))
  if (!statuses.includes('error')) return [ofSpan]
  const { sql, parameters } = between(filters)
  // As a function's result it is read, not looked up in the index, which took twice the time.
  const thrown = `identity(TraceId) GLOBAL IN (SELECT TraceId FROM exceptions WHERE TraceId != '' AND ${sql})`
  return [ofSpan, { sql: thrown, parameters }]
}

/** The same for rows of `operations`, without the status; null where these cannot tell. */
export function operationCondition(query: URLSearchParams, filters: Filters): Condition | null {
  const unknown =
    NOT_IN_OPERATIONS.some((name) => query.get(name)) ||
    filters.terms.some(({ key }) => key !== null && !(key in OPERATION_COLUMNS))
  return unknown ? null : all(columnConditions(query, filters))
}

/** Empty: all. */
export function parseStatuses(query: URLSearchParams): ('error' | 'ok' | 'unset')[] {
  return parseChoices(query, 'status', ['error', 'ok', 'unset'], [])
}

/** Neither status nor attributes. */
function basicConditions(query: URLSearchParams, filters: Filters): Condition[] {
  return [...columnConditions(query, filters), ...durationConditions(query)]
}

function statusCondition(statuses: string[]): Condition[] {
  return oneOf('lower(StatusCode)', 'status', statuses)
}

function durationConditions(query: URLSearchParams): Condition[] {
  const [min, max] = [0, MAX_DURATION_NS]
  const shortest = parseInteger(query, 'minDurationNs', { fallback: min, min, max })
  const longest = parseInteger(query, 'maxDurationNs', { fallback: max, min, max })
  if (!query.get('minDurationNs') && !query.get('maxDurationNs')) return []
  const limits = {
    sql: 'Duration >= {shortest:UInt64} AND Duration <= {longest:UInt64}',
    parameters: { shortest: String(shortest), longest: String(longest) },
  }
  // Without an operation, the duration is that of the whole trace: of its root span.
  const isRoot = { sql: `ParentSpanId = ''`, parameters: {} }
  return parseText(query, 'operation') === '' ? [limits, isRoot] : [limits]
}

function columnConditions(query: URLSearchParams, filters: Filters): Condition[] {
  const operation = parseText(query, 'operation')
  return [
    ...oneOf('ServiceName', 'service', filters.service),
    ...oneOf('Environment', 'environment', filters.environment),
    ...oneOf('Release', 'release', filters.release),
    ...oneOf('SpanName', 'operation', operation === '' ? [] : [operation]),
    ...filters.terms.map(termCondition),
  ]
}

type AttributeConditions = Record<'ofSpan' | 'ofResource' | 'either', Condition>

function attributeConditions(query: URLSearchParams): AttributeConditions[] {
  const pairs = query.getAll('attribute').filter((pair) => pair !== '')
  if (pairs.length > MAX_ATTRIBUTE_FILTERS)
    throw new HttpError(400, `attribute is given more than ${MAX_ATTRIBUTE_FILTERS} times.`)
  return pairs.map((pair, index) => {
    const colon = pair.indexOf(':')
    if (colon < 1 || pair.length > 1_000) throw new HttpError(400, 'attribute must be name:value.')
    const parameters = {
      [`name${index}`]: pair.slice(0, colon).toWellFormed(),
      [`value${index}`]: pair.slice(colon + 1).toWellFormed(),
    }
    const equals = (column: string): string => `${column}[{name${index}:String}] = {value${index}:String}`
    const [ofSpan, ofResource] = [equals('SpanAttributes'), equals('ResourceAttributes')]
    return {
      ofSpan: { sql: ofSpan, parameters },
      ofResource: { sql: ofResource, parameters },
      either: { sql: `(${ofSpan} OR ${ofResource})`, parameters },
    }
  })
}

function termCondition({ key, value, negated }: Term, index: number): Condition {
  const column = key === null ? null : COLUMNS[key]
  if (column === undefined) throw new HttpError(400, `q: "${key}:" is nothing that traces are searched by.`)
  const sql =
    column === null
      ? `positionCaseInsensitiveUTF8(SpanName, {term${index}:String}) > 0`
      : `${column} = {term${index}:String}`
  return { sql: negated ? `NOT (${sql})` : sql, parameters: { [`term${index}`]: value } }
}
