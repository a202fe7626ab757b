// The rows of `operations` and `operations_days` that make up a range of whole hours.
import type { Parameters } from '../../database/engine/engine.ts'
import { HOUR_NS } from '../../http/trend-steps.ts'

const DAY_NS = 24n * HOUR_NS

/** Whole days from which on the rows of days are read: the hours of one day are merged as quickly. */
const MIN_DAYS = 2n

/** From `from` on, before `to`: both in nanoseconds, both the start of an hour. */
export type Hours = { from: bigint; to: bigint }

export type OperationTotals = {
  /** A subquery; `columns` and `where` are our own text. */
  select: (columns: string, where: string) => string
  parameters: Parameters
}

/** The two are `Hours`. `useDays: false`: only rows of hours, for steps that are shorter than a day. */
export function operationTotals(from: bigint, to: bigint, { useDays = true } = {}): OperationTotals {
  const [firstDay, endDay] = [((from + DAY_NS - 1n) / DAY_NS) * DAY_NS, (to / DAY_NS) * DAY_NS]
  const range = { firstHour: String(from), endHour: String(to) }
  const hours =
    'Start >= fromUnixTimestamp64Nano({firstHour:Int64}) AND Start < fromUnixTimestamp64Nano({endHour:Int64})'
  if (!useDays || endDay - firstDay < MIN_DAYS * DAY_NS)
    return {
      select: (columns, where) => `(SELECT ${columns} FROM operations WHERE ${hours} AND ${where})`,
      parameters: range,
    }
  const inDays =
    'Start >= fromUnixTimestamp64Nano({firstDay:Int64}) AND Start < fromUnixTimestamp64Nano({endDay:Int64})'
  return {
    select: (columns, where) =>
      `(SELECT ${columns} FROM operations_days WHERE ${inDays} AND ${where}
        UNION ALL SELECT ${columns} FROM operations WHERE ${hours} AND NOT (${inDays}) AND ${where})`,
    parameters: { ...range, firstDay: String(firstDay), endDay: String(endDay) },
  }
}
