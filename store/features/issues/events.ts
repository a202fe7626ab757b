// GET /api/issues/:id/events
import { all, type Condition } from '../../database/engine/condition.ts'
import type { QueryContext } from './query-context.ts'
import { exceptionFilter } from '../../occurrences/exception-filter.ts'
import { rfc3339 } from '../../database/rfc3339.ts'
import type { EventRow, EventsAnswer } from '../../../contract/issues.ts'
import { cursorOf, writeCursor } from '../../http/cursor.ts'
import { readFilters } from '../../http/filters.ts'
import { requireIssue } from './require-issue.ts'

/** `ns`: nanoseconds since 1970, as text. */
type KeyedEventRow = EventRow & { ns: string }

/** The newest first. */
export async function events(
  context: QueryContext,
  query: URLSearchParams,
  issueId: string,
): Promise<EventsAnswer> {
  const { engine, merges } = context
  const id = merges.issueOf(issueId)
  const filters = readFilters(query, '30d')
  const where = all([
    {
      sql: 'IssueId IN {fingerprints:Array(String)}',
      parameters: { fingerprints: merges.fingerprintsOf(id) },
    },
    exceptionFilter(filters),
    ...after(cursorOf(filters, 'ns')),
  ])
  const rows = await engine.query<KeyedEventRow>(
    `SELECT Digest AS digest, toString(Timestamp) AS at, toString(toUnixTimestamp64Nano(Timestamp)) AS ns,
       Release AS release, Environment AS environment, Url AS url, UserId AS userId, Message AS message,
       TraceId AS traceId
     FROM exceptions WHERE ${where.sql} ORDER BY Timestamp DESC, Digest DESC LIMIT {limit:UInt32}`,
    { ...where.parameters, limit: filters.limit + 1 },
  )
  if (rows.length === 0) await requireIssue(context, id, filters)
  const page = rows.slice(0, filters.limit)
  const last = rows.length > filters.limit ? page.at(-1) : undefined
  return {
    events: page.map(toEventRow),
    nextCursor: last ? writeCursor([last.ns, last.digest]) : null,
  }
}

/** The rows after the last one of the previous page. */
function after(cursor: (string | number)[] | null): Condition[] {
  if (cursor === null) return []
  const [ns, digest] = cursor
  const sql = '(Timestamp, Digest) < (fromUnixTimestamp64Nano({ns:Int64}), {digest:String})'
  return [{ sql, parameters: { ns: ns!, digest: digest! } }]
}

function toEventRow({
  digest,
  at,
  release,
  environment,
  url,
  userId,
  message,
  traceId,
}: KeyedEventRow): EventRow {
  return { digest, at: rfc3339(at), release, environment, url, userId, message, traceId }
}
