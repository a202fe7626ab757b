// The queries for log records.
import type { LogLevel, LogsAnswer } from '../../../../contract/logs.ts'
import { TIMELINE_LOGS } from '../../../../contract/timeline/rows.ts'
import { answerQuery, listQuery, searchParameters } from '../../http/query.ts'
import { commonParameters, type Filters, readOption } from '../../search/filters.ts'

export type LogFilters = Filters & {
  level?: string | undefined
  trace?: string | undefined
  session?: string | undefined
}

/** The levels of the filter: each has those above it. */
export const LEVELS: Record<LogLevel, string> = {
  trace: 'Trace and above',
  debug: 'Debug and above',
  info: 'Info and above',
  warn: 'Warnings and errors',
  error: 'Errors',
  fatal: 'Fatal',
}

export function logsQuery({ q, level, trace, session, ...filters }: LogFilters) {
  const levels = Object.keys(LEVELS) as LogLevel[]
  return listQuery<LogsAnswer>(['logs'], '/api/logs', {
    ...commonParameters(filters),
    q,
    level: readOption(levels, level),
    // Another id is no trace, so nothing has it.
    ...(trace && { traceId: /^[\da-f]{32}$/i.test(trace) ? trace : '0'.repeat(32) }),
    sessionId: session,
  })
}

/** The newest of a trace, for the pages of issues and traces; with `to` those before this instant. */
export function traceLogsQuery(traceId: string, to?: string) {
  const parameters = to === undefined ? { range: '30d' } : { to }
  const query = searchParameters({ traceId, ...parameters, limit: TIMELINE_LOGS })
  return answerQuery<LogsAnswer>(['logs', 'trace', traceId, to], `/api/logs?${query}`)
}
