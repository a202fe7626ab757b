// The most frequent values of some columns in the rows that meet a condition.
import type { Condition } from '../engine/condition.ts'
import type { Engine } from '../engine/engine.ts'
import type { Breakdown } from './contract.ts'

/** Expressions of columns by the names of their facets. */
export type Columns = Record<string, string>

type Selection = {
  table: string
  columns: Columns
  where: Condition
  /** How many items a row stands for. */
  weight?: string
}

export function selectColumns({ table, columns, where, weight = 'toUInt64(1)' }: Selection): Condition {
  const names = Object.entries(columns).map(([name, column]) => `toString(${column}) AS ${name}`)
  return {
    sql: `SELECT ${names.join(', ')}, ${weight} AS weight FROM ${table} WHERE ${where.sql}`,
    parameters: where.parameters,
  }
}

type Request = { names: string[]; rows: Condition; limit: number }

/**
 * The most frequent first, `limit` of each column; empty values are left out. One pass with a table of counts
 * per column: rows expanded to pairs of name and value took three times as long.
 */
export async function topValues(
  engine: Engine,
  { names, rows, limit }: Request,
): Promise<Map<string, Breakdown>> {
  // In a row of the answer all columns but one are empty: `others` has a bit for each of those.
  const counts = await engine.query<{ others: number; value: string; count: number }>(
    `SELECT grouping(${names.join(', ')}) AS others, concat(${names.join(', ')}) AS value,
       sum(weight) AS count
     FROM (${rows.sql})
     GROUP BY GROUPING SETS (${names.map((name) => `(${name})`).join(', ')})
     HAVING value != '' ORDER BY count DESC, value LIMIT ${limit} BY others`,
    rows.parameters,
  )
  const allBits = 2 ** names.length - 1
  const byName = Map.groupBy(
    counts,
    ({ others }) => names[names.length - 1 - Math.log2(allBits - others)] ?? '',
  )
  return new Map(
    names.map((name) => [name, (byName.get(name) ?? []).map(({ value, count }) => ({ value, count }))]),
  )
}
