// The traces of one user or one session, from `trace_users`.
import type { Filters } from '../../http/filters.ts'
import type { Condition } from '../../database/engine/condition.ts'
import type { Engine } from '../../database/engine/engine.ts'

const ATTRIBUTES = new Set(['user.id', 'session.id'])

/** Parameters of /api/traces that `trace_users` cannot answer, beside the range and the lists. */
const OTHER_FILTERS = ['operation', 'status', 'started', 'minDurationNs', 'maxDurationNs']

/**
 * The condition on `trace_users`, for a request about one user or session alone: as an attribute (of a span
 * or its resource) or as a term (of spans only). Null: any other request.
 */
export function userFilter(query: URLSearchParams, filters: Filters): Condition | null {
  const { service, environment, release, terms } = filters
  const attributes = query.getAll('attribute').filter((pair) => pair !== '')
  const count =
    [...service, ...environment, ...release, ...attributes, ...terms].length +
    OTHER_FILTERS.filter((name) => query.get(name)).length
  const [pair] = attributes
  const [term] = terms
  if (count !== 1) return null
  if (pair !== undefined) {
    const colon = pair.indexOf(':')
    return condition({ name: pair.slice(0, colon), value: pair.slice(colon + 1) })
  }
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
    parameters: { value: value.toWellFormed(), name },
  }
}

/**
 * Whether the end of the range is within one of their traces: only the spans know what of it is before that
 * end. A range that ends after now cuts none.
 */
export async function cutsTrace(engine: Engine, user: Condition, { to, until }: Filters): Promise<boolean> {
  if (until < to) return false
  const [row] = await engine.query<{ traces: number }>(
    `SELECT count() AS traces FROM trace_users
     WHERE ${user.sql} AND Last >= fromUnixTimestamp64Nano({to:Int64})
       AND toUnixTimestamp64Nano(Last) - FirstOffset < {to:Int64}`,
    { ...user.parameters, to: String(to) },
  )
  return row !== undefined && row.traces > 0
}
