// The rows that make up a range: of `operations_days` and `operations` the full days and hours, of
// `otel_traces` the spans at its two ends, so that "the last hour" is one hour.
import { all, between, type Condition } from '../../database/engine/condition.ts'
import { DAY_NS, endOfHour, HOUR_NS } from '../../database/instants.ts'

/** Whole days from which on the rows of days are read: the hours of one day are merged as quickly. */
const MIN_DAYS = 2n

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 24 * HOUR_SECONDS

/** From `from` on, before `to`: both in nanoseconds. */
export type Range = { from: bigint; to: bigint }

/** A subquery of these columns, with the parameters of `where` and its own. */
export type OperationTotals = (columns: string, where: Condition) => Condition

/**
 * `step`: the seconds of a step of a trend. Rows of days are not read for shorter ones, and spans are read
 * instead of rows of hours.
 */
export function operationTotals({ from, to }: Range, { step = DAY_SECONDS } = {}): OperationTotals {
  const [firstHour, endHour] = [endOfHour(from), (to / HOUR_NS) * HOUR_NS]
  if (step < HOUR_SECONDS || firstHour >= endHour) {
    const spans = between({ from, to }, 'Timestamp', ['firstSpan', 'endOfSpans'])
    return (columns, where) => unionOf([spanRows(columns, all([spans, where]), Math.min(step, HOUR_SECONDS))])
  }
  const ends = [
    ...(from < firstHour ? [endSpans({ from, to: firstHour }, 'first')] : []),
    ...(endHour < to ? [endSpans({ from: endHour, to }, 'last')] : []),
  ]
  const stored = fullHours({ from: firstHour, to: endHour }, step >= DAY_SECONDS)
  return (columns, where) =>
    unionOf([
      ...stored(columns, where),
      ...ends.map((end) => spanRows(columns, all([end, where]), HOUR_SECONDS)),
    ])
}

function endSpans(range: Range, name: string): Condition {
  return between(range, 'Timestamp', [`${name}Span`, `${name}SpansEnd`])
}

function fullHours(
  { from, to }: Range,
  useDays: boolean,
): (columns: string, where: Condition) => Condition[] {
  const [firstDay, endDay] = [((from + DAY_NS - 1n) / DAY_NS) * DAY_NS, (to / DAY_NS) * DAY_NS]
  const hours = between({ from, to }, 'Start', ['firstHour', 'endHour'])
  if (!useDays || endDay - firstDay < MIN_DAYS * DAY_NS)
    return (columns, where) => [storedRows('operations', columns, all([hours, where]))]
  const days = between({ from: firstDay, to: endDay }, 'Start', ['firstDay', 'endDay'])
  const otherHours = { sql: `NOT (${days.sql})`, parameters: days.parameters }
  return (columns, where) => [
    storedRows('operations_days', columns, all([days, where])),
    storedRows('operations', columns, all([hours, otherHours, where])),
  ]
}

function storedRows(table: string, columns: string, where: Condition): Condition {
  return { sql: `SELECT ${columns} FROM ${table} WHERE ${where.sql}`, parameters: where.parameters }
}

/** As `operations_mv` makes them; columns that are not selected are not computed. `step`: of `Start`. */
function spanRows(columns: string, where: Condition, step: number): Condition {
  return {
    sql: `SELECT ${columns} FROM (
      SELECT toStartOfInterval(toDateTime(Timestamp, 'UTC'), toIntervalSecond(${step})) AS Start,
        ServiceName, SpanName, SpanKind, Environment, Release,
        count() AS Count, countIf(StatusCode = 'Error') AS Errors, countIf(StatusCode = 'Ok') AS Oks,
        sum(rows.Duration) AS Total,
        quantilesTDigestState(0.5, 0.75, 0.95, 0.99)(toFloat32(rows.Duration / 1e6)) AS Duration
      FROM otel_traces AS rows WHERE ${where.sql}
      GROUP BY Start, ServiceName, SpanName, SpanKind, Environment, Release)`,
    parameters: where.parameters,
  }
}

function unionOf(parts: Condition[]): Condition {
  return { sql: `(${parts.map(({ sql }) => sql).join(' UNION ALL ')})`, parameters: all(parts).parameters }
}
