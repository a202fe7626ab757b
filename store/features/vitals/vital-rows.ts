// The rows that make up a range: of `web_vitals` its full hours, of `otel_logs` the records at its two ends.
import { all, between, type Condition } from '../../database/engine/condition.ts'
import { endOfHour, HOUR_NS } from '../../database/instants.ts'
import type { Period } from '../../http/filters.ts'

const HOUR_SECONDS = 3_600

/** A subquery. `step`: the seconds of a step of a trend; shorter ones are made of records. */
export function vitalRows({ from, to }: Period, where: Condition, step = HOUR_SECONDS): Condition {
  const [firstHour, endHour] = [endOfHour(from), (to / HOUR_NS) * HOUR_NS]
  if (step < HOUR_SECONDS || firstHour >= endHour) {
    const { sql, parameters } = recordRows(between({ from, to }, 'Timestamp', ['first', 'end']), where, step)
    return { sql: `(${sql})`, parameters }
  }
  const hours = all([between({ from: firstHour, to: endHour }, 'Hour', ['firstHour', 'endHour']), where])
  const parts = [{ sql: `SELECT * FROM web_vitals WHERE ${hours.sql}`, parameters: hours.parameters }]
  if (from < firstHour)
    parts.push(
      recordRows(between({ from, to: firstHour }, 'Timestamp', ['first', 'firstEnd']), where, HOUR_SECONDS),
    )
  if (endHour < to)
    parts.push(recordRows(between({ from: endHour, to }, 'Timestamp', ['last', 'end']), where, HOUR_SECONDS))
  return { sql: `(${parts.map(({ sql }) => sql).join(' UNION ALL ')})`, parameters: all(parts).parameters }
}

/** As `web_vitals_mv` makes them. */
function recordRows(inRange: Condition, where: Condition, step: number): Condition {
  return {
    sql: `SELECT * FROM (
      SELECT toStartOfInterval(toDateTime(Timestamp), toIntervalSecond(${step})) AS Hour,
        ServiceName, Environment, Release,
        LogAttributes['browser.web_vital.name'] AS Name, LogAttributes['http.route'] AS Route,
        LogAttributes['errata.device'] AS Device, LogAttributes['errata.browser'] AS Browser,
        LogAttributes['errata.os'] AS Os,
        count() AS Count, countIf(LogAttributes['browser.web_vital.rating'] = 'good') AS Good,
        countIf(LogAttributes['browser.web_vital.rating'] = 'poor') AS Poor,
        quantilesTDigestState(0.5, 0.75, 0.95)(toFloat32OrZero(LogAttributes['browser.web_vital.value']))
          AS Value
      FROM otel_logs
      WHERE ${inRange.sql} AND EventName = 'browser.web_vital'
        AND LogAttributes['browser.web_vital.name'] != ''
      GROUP BY Hour, ServiceName, Environment, Release, Name, Route, Device, Browser, Os)
      WHERE ${where.sql}`,
    parameters: { ...inRange.parameters, ...where.parameters },
  }
}
