// The most frequent values of some columns in the rows that meet a condition.
import type { Condition } from '../../../database/engine/condition.ts'
import type { Engine } from '../../../database/engine/engine.ts'
import type { Breakdown } from '../../../../contract/issues.ts'

/** Expressions by the names of their facets, all of texts: columns of few values are counted by number. */
export type Columns = Record<string, string>

type Selection = {
  table: string
  columns: Columns
  where: Condition
  /** How many items a row represents. */
  weight?: string
  /** Expressions that are summed over all rows, by name. */
  totals?: Columns
}

export function selectColumns(selection: Selection): Condition {
  const { table, columns, where, weight = 'toUInt64(1)', totals = {} } = selection
  const selected = [
    ...Object.entries(columns).map(([name, column]) => `${column} AS ${name}`),
    `${weight} AS weight`,
    ...Object.entries(totals).map(([name, expression]) => `${expression} AS ${name}`),
  ]
  return {
    sql: `SELECT ${selected.join(', ')} FROM ${table} WHERE ${where.sql}`,
    parameters: where.parameters,
  }
}

/** `restrictTo`: only these values. */
type Request = {
  names: readonly string[]
  rows: Condition
  limit: number
  totals?: string[]
  restrictTo?: string[]
}
type TopValues = { values: Map<string, Breakdown>; totals: Record<string, number> }

/**
 * The most frequent first, `limit` of each column, without empty values. `totals.count`: the weight of all
 * rows. One pass with a count per column: pairs of name and value took three times as long.
 */
export async function topValues(engine: Engine, request: Request): Promise<TopValues> {
  const { names, rows, limit, totals = [], restrictTo } = request
  // In a row, `others` has a bit for each column that is empty: all but one; in the row of the totals, all.
  const allBits = 2 ** names.length - 1
  const sums = ['sum(weight) AS count', ...totals.map((name) => `sum(${name}) AS ${name}`)]
  const sets = [...names.map((name) => `(${name})`), '()']
  const values = restrictTo ? 'value IN {restrictTo:Array(String)}' : `value != ''`
  const counts = await engine.query<Record<string, number> & { value: string }>(
    `SELECT grouping(${names.join(', ')}) AS others, concat(${names.join(', ')}) AS value, ${sums.join(', ')}
     FROM (${rows.sql}) GROUP BY GROUPING SETS (${sets.join(', ')})
     HAVING ${values} OR others = ${allBits}
     ORDER BY count DESC, value LIMIT ${Math.max(1, limit)} BY others`,
    restrictTo ? { ...rows.parameters, restrictTo } : rows.parameters,
  )
  const total = counts.find(({ others }) => others === allBits)
  const byName = Map.groupBy(
    counts.filter((row) => row !== total),
    ({ others }) => names[names.length - 1 - Math.log2(allBits - others!)] ?? '',
  )
  const toBreakdown = (list: typeof counts): Breakdown =>
    list.map(({ value, count }) => ({ value, count: count! }))
  return {
    values: new Map(names.map((name) => [name, toBreakdown(byName.get(name) ?? [])])),
    totals: Object.fromEntries(['count', ...totals].map((name) => [name, total?.[name] ?? 0])),
  }
}
