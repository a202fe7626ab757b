// The rows of `operations` and `operations_days` that make up a range of whole hours.
import { between, type Condition } from '../../database/engine/condition.ts'
import { DAY_NS } from '../../database/instants.ts'

/** Whole days from which on the rows of days are read: the hours of one day are merged as quickly. */
const MIN_DAYS = 2n

/** From `from` on, before `to`: both in nanoseconds, both the start of an hour. */
export type Hours = { from: bigint; to: bigint }

/** A subquery of these columns, with the parameters of `where` and its own. */
export type OperationTotals = (columns: string, where: Condition) => Condition

/** The two are `Hours`. `useDays: false`: only rows of hours, for steps that are shorter than a day. */
export function operationTotals(from: bigint, to: bigint, { useDays = true } = {}): OperationTotals {
  const [firstDay, endDay] = [((from + DAY_NS - 1n) / DAY_NS) * DAY_NS, (to / DAY_NS) * DAY_NS]
  const hours = between({ from, to }, 'Start', ['firstHour', 'endHour'])
  if (!useDays || endDay - firstDay < MIN_DAYS * DAY_NS)
    return (columns, where) => ({
      sql: `(SELECT ${columns} FROM operations WHERE ${hours.sql} AND ${where.sql})`,
      parameters: { ...hours.parameters, ...where.parameters },
    })
  const days = between({ from: firstDay, to: endDay }, 'Start', ['firstDay', 'endDay'])
  return (columns, where) => ({
    sql: `(SELECT ${columns} FROM operations_days WHERE ${days.sql} AND ${where.sql} UNION ALL
      SELECT ${columns} FROM operations WHERE ${hours.sql} AND NOT (${days.sql}) AND ${where.sql})`,
    parameters: { ...hours.parameters, ...days.parameters, ...where.parameters },
  })
}
