// GET /api/issues/:id/events
import type { EventRow, EventsAnswer } from './contract.ts'
import { cursorOf, readFilters, writeCursor } from './http/filters.ts'
import { rfc3339 } from '../rfc3339.ts'
import { issuesOf, unknown } from '../issues/issue-rows.ts'
import { occurrences } from '../occurrences/exception-filter.ts'
import type { Grouped } from '../issues/issue-state.ts'

type Row = EventRow & { ns: string }

export async function events(grouped: Grouped, query: URLSearchParams, given: string): Promise<EventsAnswer> {
  const { engine, merges } = grouped
  const id = merges.issueOf(given)
  const filters = readFilters(query, '30d')
  const cursor = cursorOf(filters, 'ns')
  const where = occurrences(filters)
  const after =
    cursor === null ? '' : 'AND (Timestamp, Digest) < (fromUnixTimestamp64Nano({ns:Int64}), {digest:String})'
  const found = await engine.ask<Row>(
    `SELECT Digest AS digest, toString(Timestamp) AS at, toString(toUnixTimestamp64Nano(Timestamp)) AS ns, Release AS release,
       Environment AS environment, Url AS url, UserId AS userId, Message AS message, TraceId AS traceId
     FROM exceptions WHERE IssueId IN {ids:Array(String)} AND ${where.sql} ${after}
     ORDER BY Timestamp DESC, Digest DESC LIMIT {limit:UInt32}`,
    {
      ...where.parameters,
      ids: merges.fingerprintsOf(id),
      limit: filters.limit + 1,
      ...(cursor && { ns: cursor[0]!, digest: cursor[1]! }),
    },
  )
  if (found.length === 0 && (await issuesOf(grouped, [id], filters)).length === 0) throw unknown(id)
  const rows = found.slice(0, filters.limit)
  const last = found.length > filters.limit ? rows.at(-1) : undefined
  return {
    events: rows.map(toEventRow),
    nextCursor: last ? writeCursor([last.ns, last.digest]) : null,
  }
}

function toEventRow({ digest, at, release, environment, url, userId, message, traceId }: Row): EventRow {
  return { digest, at: rfc3339(at), release, environment, url, userId, message, traceId }
}
