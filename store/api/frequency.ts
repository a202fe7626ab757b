// How often each value of some columns stands in the rows that meet a condition.
import type { Engine } from '../engine/engine.ts'
import type { Breakdown } from './contract.ts'
import type { Condition } from './filters.ts'

/**
 * The most frequent first, `limit` of each; empty ones are none. `columns` by the names that they are asked by.
 * One pass with a table of counts per column: the rows spread out to pairs of name and value took thrice the time.
 */
export async function countEach(
  engine: Engine,
  table: 'exceptions' | 'otel_traces',
  columns: Record<string, string>,
  where: Condition,
  limit: number,
): Promise<Map<string, Breakdown>> {
  const names = Object.keys(columns)
  // Of the columns of an answered row all but the counted one are empty, and `others` has a bit for each of those.
  const rows = await engine.ask<{ others: number; value: string; count: number }>(
    `SELECT grouping(${names.join(', ')}) AS others, concat(${names.map((name) => `toString(${name})`).join(', ')}) AS value, count() AS count
     FROM (SELECT ${names.map((name) => `${columns[name]} AS ${name}`).join(', ')} FROM ${table} WHERE ${where.sql})
     GROUP BY GROUPING SETS (${names.map((name) => `(${name})`).join(', ')})
     HAVING value != '' ORDER BY count DESC, value LIMIT ${limit} BY others`,
    where.parameters,
  )
  const whole = 2 ** names.length - 1
  const found = Map.groupBy(rows, ({ others }) => names[names.length - 1 - Math.log2(whole - others)] ?? '')
  return new Map(names.map((name) => [name, (found.get(name) ?? []).map(({ value, count }) => ({ value, count }))]))
}
