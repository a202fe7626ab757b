// The traces of one person, of one session: who was in which is kept beside the spans.
import type { Engine } from '../engine/engine.ts'
import type { Condition } from '../engine/condition.ts'
import type { Filters } from './http/filters.ts'

const NAMES = new Set(['user.id', 'session.id'])

/** What else a question about traces may ask for, beside its range and its lists. */
const NARROWING = ['operation', 'status', 'minDurationNs', 'maxDurationNs']

/** The person, where nothing else is asked: as an attribute of a span or of its resource, or as a term, which means spans. */
export function personOf(
  query: URLSearchParams,
  { service, environment, release, terms }: Filters,
): Condition | null {
  const attributes = query.getAll('attribute').filter((pair) => pair !== '')
  const asked =
    [...service, ...environment, ...release, ...attributes, ...terms].length +
    NARROWING.filter((name) => query.get(name)).length
  const [pair] = attributes
  const [term] = terms
  if (asked !== 1) return null
  if (pair !== undefined)
    return condition(pair.slice(0, pair.indexOf(':')), pair.slice(pair.indexOf(':') + 1), '')
  if (!term || term.negated || (term.key !== 'user' && term.key !== 'session')) return null
  return condition(`${term.key}.id`, term.value, ` AND Bearer = 'span'`)
}

function condition(name: string, value: string, more: string): Condition | null {
  // Who has no name is whoever said none, which is not kept.
  if (!NAMES.has(name) || value === '') return null
  return {
    sql: `Value = {value:String} AND Name = {name:String}${more}`,
    parameters: { value: value.toWellFormed(), name },
  }
}

/**
 * Whether the range ends within one of their traces: what of it lies before that end is known to the spans alone.
 * A range that ends ahead of now has nothing behind its end.
 */
export async function isCut(engine: Engine, person: Condition, { to, until }: Filters): Promise<boolean> {
  if (until < to) return false
  const [row] = await engine.ask<{ cut: number }>(
    `SELECT count() AS cut FROM trace_people WHERE ${person.sql} AND Last >= fromUnixTimestamp64Nano({to:Int64})
       AND toUnixTimestamp64Nano(Last) - Since < {to:Int64}`,
    { ...person.parameters, to: String(to) },
  )
  return row !== undefined && row.cut > 0
}
