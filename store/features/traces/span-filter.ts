// Which rows of `otel_traces` a query is about, span by span.
import type { Filters } from '../../http/filters.ts'
import { parseChoices, parseText } from '../../http/query-parameters.ts'
import { rootConditions } from './root-filter.ts'
import { all, oneOf, type Condition } from '../../database/engine/condition.ts'
import { HttpError } from '../../../server/http-error.ts'
import { definitionOf, type SearchKey } from '../../../contract/query.ts'
import type { Term } from '../../occurrences/search-terms.ts'

/** `attribute` parameters of one request. */
const MAX_ATTRIBUTE_FILTERS = 8

/** Columns that `operations` has as well. */
const OPERATION_COLUMNS: Record<SearchKey<'operations'>, string> = {
  service: 'ServiceName',
  release: 'Release',
  environment: 'Environment',
}

const COLUMNS: Partial<Record<SearchKey, string>> = { ...OPERATION_COLUMNS, trace: 'TraceId' }

/** Pages send it with every batch of spans. */
export const USER_AGENT = `ResourceAttributes['user_agent.original']`

const NOT_IN_OPERATIONS = ['started', 'minDurationNs', 'maxDurationNs', 'attribute']

export function spanCondition(query: URLSearchParams, filters: Filters): Condition {
  return all([
    ...columnConditions(query, filters),
    ...filters.terms.map(termCondition),
    ...rootConditions(query),
    ...statusCondition(parseStatuses(query)),
    ...attributeConditions(query).map(({ either }) => either),
  ])
}

/** The same for rows of `operations`, without the status; null where these cannot tell. */
export function operationCondition(query: URLSearchParams, filters: Filters): Condition | null {
  const unknown =
    NOT_IN_OPERATIONS.some((name) => query.get(name)) ||
    filters.terms.some(({ key, attribute }) => attribute || (key !== null && !(key in OPERATION_COLUMNS)))
  return unknown ? null : all([...columnConditions(query, filters), ...filters.terms.map(termCondition)])
}

/** Empty: all. */
export function parseStatuses(query: URLSearchParams): ('error' | 'ok' | 'unset')[] {
  return parseChoices(query, 'status', ['error', 'ok', 'unset'], [])
}

export function statusCondition(statuses: string[]): Condition[] {
  return oneOf('lower(StatusCode)', 'status', statuses)
}

/** Service, environment, release and operation. */
export function columnConditions(query: URLSearchParams, filters: Filters): Condition[] {
  const operation = parseText(query, 'operation')
  return [
    ...oneOf('ServiceName', 'service', filters.service),
    ...oneOf('Environment', 'environment', filters.environment),
    ...oneOf('Release', 'release', filters.release),
    ...oneOf('SpanName', 'operation', operation === '' ? [] : [operation]),
  ]
}

type AttributeConditions = Record<'ofSpan' | 'ofResource' | 'either', Condition>

export function attributeConditions(query: URLSearchParams): AttributeConditions[] {
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

/** The parameters are named after `index`, the number of the term in its search. */
export function termCondition(term: Term, index: number): Condition {
  const { sql, parameters } = matchCondition(term, index)
  return { sql: term.negated ? `NOT (${sql})` : sql, parameters }
}

/** The term as if it were not negated. */
export function matchCondition({ key, value, attribute, userAgents }: Term, index: number): Condition {
  const term = `{term${index}:String}`
  if (attribute !== undefined) {
    const name = `{termName${index}:String}`
    const content = value.slice(attribute.length + 1)
    // A map without the name has an empty value.
    const operator = content === '' ? 'AND' : 'OR'
    return {
      sql: `(SpanAttributes[${name}] = ${term} ${operator} ResourceAttributes[${name}] = ${term})`,
      parameters: { [`termName${index}`]: attribute, [`term${index}`]: content },
    }
  }
  if (userAgents)
    return {
      sql: `${USER_AGENT} IN {term${index}:Array(String)}`,
      parameters: { [`term${index}`]: userAgents },
    }
  const column = key === null ? null : columnOf(key)
  if (column === undefined) throw new HttpError(400, `q: "${key}:" is nothing that traces are searched by.`)
  const sql = column === null ? `positionCaseInsensitiveUTF8(SpanName, ${term}) > 0` : `${column} = ${term}`
  return { sql, parameters: { [`term${index}`]: value } }
}

/** Other keys are read from the map of attributes, whose values have an index. */
function columnOf(key: SearchKey): string | undefined {
  const attribute = definitionOf(key)?.attribute
  return COLUMNS[key] ?? (attribute && `SpanAttributes['${attribute}']`)
}
