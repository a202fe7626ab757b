// The rows of one user or session, of each kind: subqueries with the instant `ns` and an `id`.
import { between, type Condition } from '../../database/engine/condition.ts'
import type { Period } from '../../http/filters.ts'

export type Visitor = { key: 'user' | 'session'; value: string }

export type Kind = 'error' | 'trace' | 'vital'

/** Columns of `exceptions` and of `otel_logs`. */
const COLUMNS = { user: 'UserId', session: 'SessionId' }

/** By kind. Each row has `ns` as Int64. */
export function visitorRows({ key, value }: Visitor, period: Period): Record<Kind, Condition> {
  const column = COLUMNS[key]
  const inRange = between(period)
  const inTraces = between(period, 'Last')
  const parameters = { ...inRange.parameters, value }
  return {
    error: {
      sql: `SELECT toUnixTimestamp64Nano(Timestamp) AS ns, Digest AS id, IssueId AS issueId,
          ServiceName AS service, Release AS release, Type AS type, Message AS message, Url AS url,
          UserId AS userId, SessionId AS sessionId, TraceId AS traceId
        FROM exceptions WHERE ${inRange.sql} AND ${column} = {value:String}`,
      parameters,
    },
    trace: {
      sql: `SELECT min(toUnixTimestamp64Nano(Last) - FirstOffset) AS ns, TraceId AS id
        FROM trace_users WHERE Value = {value:String} AND Name = {name:String} AND ${inTraces.sql}
        GROUP BY TraceId`,
      parameters: { ...parameters, ...inTraces.parameters, name: `${key}.id` },
    },
    // Two records of one page may have the same instant, but not the same name and value.
    vital: {
      sql: `SELECT toUnixTimestamp64Nano(Timestamp) AS ns,
          concat(name, ' ', LogAttributes['browser.web_vital.value'], ' ', route, ' ', service) AS id,
          LogAttributes['browser.web_vital.name'] AS name, LogAttributes['http.route'] AS route,
          ServiceName AS service, UserId AS userId, SessionId AS sessionId,
          toFloat64OrZero(LogAttributes['browser.web_vital.value']) AS value,
          LogAttributes['browser.web_vital.rating'] AS rating
        FROM otel_logs
        WHERE ${inRange.sql} AND EventName = 'browser.web_vital' AND name != ''
          AND ${column} = {value:String}`,
      parameters,
    },
  }
}
