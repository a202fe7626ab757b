// Which rows of `otel_traces` a question is about.
import { all, choices, text, whole, type Condition, type Filters } from './filters.ts'
import { oneOf } from './occurrences.ts'
import { Refusal } from './problem.ts'
import type { SearchKey, Term } from './search.ts'

/** Attributes that one question may ask for. */
const MAX_ATTRIBUTES = 8

/** A span of a year: no longer one is stored. */
const MAX_DURATION = 31_536_000_000_000_000

const ENVIRONMENT = `if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment'])`

const COLUMNS: Partial<Record<SearchKey, string>> = {
  service: 'ServiceName',
  release: `ResourceAttributes['service.version']`,
  environment: ENVIRONMENT,
  route: `SpanAttributes['http.route']`,
  user: `SpanAttributes['user.id']`,
  session: `SpanAttributes['session.id']`,
  url: `SpanAttributes['url.full']`,
  trace: 'TraceId',
}

export function spanConditions(query: URLSearchParams, filters: Filters): Condition {
  const operation = text(query, 'operation')
  const shortest = whole(query, 'minDurationNs', 0, 0, MAX_DURATION)
  const longest = whole(query, 'maxDurationNs', MAX_DURATION, 0, MAX_DURATION)
  const timed = query.get('minDurationNs') || query.get('maxDurationNs')
  const statuses = choices(query, 'status', ['error', 'ok', 'unset'], [])
  return all([
    ...oneOf('ServiceName', 'service', filters.service),
    ...oneOf(ENVIRONMENT, 'environment', filters.environment),
    ...oneOf(`ResourceAttributes['service.version']`, 'release', filters.release),
    ...oneOf('SpanName', 'operation', operation === '' ? [] : [operation]),
    ...oneOf('lower(StatusCode)', 'status', statuses),
    ...(timed
      ? [
          {
            sql: 'Duration >= {shortest:UInt64} AND Duration <= {longest:UInt64}',
            parameters: { shortest: String(shortest), longest: String(longest) },
          },
        ]
      : []),
    // Without an operation, durations are asked of whole traces: of the spans that begin them.
    ...(timed && operation === '' ? [{ sql: `ParentSpanId = ''`, parameters: {} }] : []),
    ...attributes(query),
    ...filters.terms.map(termCondition),
  ])
}

function attributes(query: URLSearchParams): Condition[] {
  const given = query.getAll('attribute').filter((pair) => pair !== '')
  if (given.length > MAX_ATTRIBUTES) throw new Refusal(400, `attribute is given more than ${MAX_ATTRIBUTES} times.`)
  return given.map((pair, at) => {
    const colon = pair.indexOf(':')
    if (colon < 1 || pair.length > 1_000) throw new Refusal(400, 'attribute must be name:value.')
    return {
      sql: `(SpanAttributes[{name${at}:String}] = {value${at}:String} OR ResourceAttributes[{name${at}:String}] = {value${at}:String})`,
      parameters: { [`name${at}`]: pair.slice(0, colon).toWellFormed(), [`value${at}`]: pair.slice(colon + 1).toWellFormed() },
    }
  })
}

function termCondition({ key, value, exclude }: Term, at: number): Condition {
  const column = key === null ? null : COLUMNS[key]
  if (column === undefined) throw new Refusal(400, `q: "${key}:" is nothing that traces are searched by.`)
  const sql = column === null ? `positionCaseInsensitiveUTF8(SpanName, {term${at}:String}) > 0` : `${column} = {term${at}:String}`
  return { sql: exclude ? `NOT (${sql})` : sql, parameters: { [`term${at}`]: value } }
}
