// How often each value of some columns stands in the rows that meet a condition.
import type { Engine } from '../engine/engine.ts'
import type { Breakdown } from './contract.ts'
import type { Condition } from '../engine/condition.ts'

/** Expressions of columns by the names that they are asked by. */
export type Columns = Record<string, string>

/** The rows of a table, each standing for `number` of what is counted. */
export function rowsOf(table: string, columns: Columns, where: Condition, number = 'toUInt64(1)'): Condition {
  const named = Object.entries(columns).map(([name, column]) => `toString(${column}) AS ${name}`)
  return {
    sql: `SELECT ${named.join(', ')}, ${number} AS number FROM ${table} WHERE ${where.sql}`,
    parameters: where.parameters,
  }
}

/**
 * The most frequent first, `limit` of each; empty ones are none.
 * One pass with a table of counts per column: the rows spread out to pairs of name and value took thrice the time.
 */
export async function countEach(
  engine: Engine,
  names: string[],
  rows: Condition,
  limit: number,
): Promise<Map<string, Breakdown>> {
  // Of the columns of an answered row all but the counted one are empty, and `others` has a bit for each of those.
  const counted = await engine.ask<{ others: number; value: string; count: number }>(
    `SELECT grouping(${names.join(', ')}) AS others, concat(${names.join(', ')}) AS value, sum(number) AS count FROM (${rows.sql})
     GROUP BY GROUPING SETS (${names.map((name) => `(${name})`).join(', ')})
     HAVING value != '' ORDER BY count DESC, value LIMIT ${limit} BY others`,
    rows.parameters,
  )
  const whole = 2 ** names.length - 1
  const found = Map.groupBy(
    counted,
    ({ others }) => names[names.length - 1 - Math.log2(whole - others)] ?? '',
  )
  return new Map(
    names.map((name) => [name, (found.get(name) ?? []).map(({ value, count }) => ({ value, count }))]),
  )
}
