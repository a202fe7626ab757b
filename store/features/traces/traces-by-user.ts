// The traces of one user or one session, from `trace_users`.
import type { Condition } from '../../database/engine/condition.ts'
import { queryNumber, type Engine } from '../../database/engine/engine.ts'
import type { Filters } from '../../http/filters.ts'
import type { TraceFilters } from './trace-parameters.ts'

const ATTRIBUTES = new Set(['user.id', 'session.id'])

/**
 * The condition on `trace_users`, for a request about one user or session alone: as an attribute (of a span
 * or its resource) or as a term (of spans only). Null: any other request.
 */
export function userFilter(filters: TraceFilters): Condition | null {
  const { service, environment, release, terms, operation, statuses, started, durations, attributes } =
    filters
  const hasOthers = operation !== '' || statuses.length > 0 || started !== null || durations !== null
  const names = [...service, ...environment, ...release]
  if (hasOthers || names.length > 0 || attributes.length + terms.length !== 1) return null
  const [attribute] = attributes
  const [term] = terms
  if (attribute) return condition(attribute)
  if (!term || term.negated || (term.key !== 'user' && term.key !== 'session')) return null
  return condition({ name: `${term.key}.id`, value: term.value, source: 'span' })
}

type Attribute = { name: string; value: string; source?: 'span' }

function condition({ name, value, source }: Attribute): Condition | null {
  // Spans without the attribute have no row.
  if (!ATTRIBUTES.has(name) || value === '') return null
  const ofSource = source === undefined ? '' : ` AND Source = '${source}'`
  return {
    sql: `Value = {value:String} AND Name = {name:String}${ofSource}`,
    parameters: { value, name },
  }
}

/**
 * Whether the end of the range is within one of their traces: only the spans know what of it is before that
 * end. A range that ends after now cuts none.
 */
export async function cutsTrace(engine: Engine, user: Condition, { to, until }: Filters): Promise<boolean> {
  if (until < to) return false
  const traces = await queryNumber(
    engine,
    `SELECT count() AS value FROM trace_users
     WHERE ${user.sql} AND Last >= fromUnixTimestamp64Nano({to:Int64})
       AND toUnixTimestamp64Nano(Last) - FirstOffset < {to:Int64}`,
    { ...user.parameters, to: String(to) },
  )
  return traces > 0
}
