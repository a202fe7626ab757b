// Which rows of `otel_traces` a query is about, span by span.
import type { TraceFilters } from './trace-parameters.ts'
import { selectionOf } from './trace-times.ts'
import { all, named, oneOf, type Condition } from '../../database/engine/condition.ts'
import { HttpError } from '../../../server/http-error.ts'
import { definitionOf, type SearchKey } from '../../../contract/query.ts'
import type { Term } from '../../occurrences/search-terms.ts'

/** Columns that `operations` has as well. */
const OPERATION_COLUMNS: Record<SearchKey<'operations'>, string> = {
  service: 'ServiceName',
  release: 'Release',
  environment: 'Environment',
}

const COLUMNS: Partial<Record<SearchKey, string>> = { ...OPERATION_COLUMNS, trace: 'TraceId' }

/** Pages send it with every batch of spans. */
export const USER_AGENT = `ResourceAttributes['user_agent.original']`

export function spanCondition(filters: TraceFilters): Condition {
  return all([
    ...columnConditions(filters),
    ...filters.terms.map(termCondition),
    selectionOf(filters),
    ...statusCondition(filters.statuses),
    ...attributeConditions(filters).map(({ either }) => either),
  ])
}

export function statusCondition(statuses: readonly string[]): Condition[] {
  return oneOf('lower(StatusCode)', 'status', [...statuses])
}

type Columns = Pick<TraceFilters, 'service' | 'environment' | 'release' | 'operation'>

export function columnConditions({ operation, ...names }: Columns): Condition[] {
  return [...named(names), ...oneOf('SpanName', 'operation', operation === '' ? [] : [operation])]
}

type AttributeConditions = Record<'ofSpan' | 'ofResource' | 'either', Condition>

export function attributeConditions({ attributes }: TraceFilters): AttributeConditions[] {
  return attributes.map(({ name, value }, index) => {
    const parameters = { [`name${index}`]: name, [`value${index}`]: value }
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
  if (column === undefined) throw new HttpError(400, `q: "${key}:" is not a search key of traces.`)
  const sql = column === null ? `positionCaseInsensitiveUTF8(SpanName, ${term}) > 0` : `${column} = ${term}`
  return { sql, parameters: { [`term${index}`]: value } }
}

/** Other keys are read from the map of attributes, whose values have an index. */
function columnOf(key: SearchKey): string | undefined {
  const attribute = definitionOf(key)?.attribute
  return COLUMNS[key] ?? (attribute && `SpanAttributes['${attribute}']`)
}
