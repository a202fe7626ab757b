// The occurrences of an issue, a page at a time.
import { all, type Condition } from '../../../database/engine/condition.ts'
import type { QueryContext } from '../query-context.ts'
import { exceptionFilter, isOfIssue } from '../../../occurrences/exception-filter.ts'
import { rfc3339 } from '../../../database/instants.ts'
import type { EventRow, EventsAnswer } from '../../../../contract/issues.ts'
import { cursorOf, pageOf } from '../../../http/cursor.ts'
import { filters, PAGE } from '../../../http/filters.ts'
import { path } from '../../../http/path.ts'
import { ISSUE_ID, requireIssue } from '../list/issue-rows.ts'

/** `ns`: nanoseconds since 1970, as text. */
type KeyedEventRow = EventRow & { ns: string }

export const eventsPath = path('GET /api/issues/:id/events', {
  summary: 'Occurrences of an issue, latest first',
  parameters: { id: ISSUE_ID, filters: filters('30d'), page: PAGE },
  answer: 'EventsAnswer',
  async handle({ parameters }, context: QueryContext): Promise<EventsAnswer> {
    const { engine, merges } = context
    const { filters, page } = parameters
    const id = merges.issueOf(parameters.id)
    const where = all([
      isOfIssue(merges.fingerprintsOf(id)),
      exceptionFilter(filters),
      ...after(cursorOf(page.cursor, 'ns')),
    ])
    const rows = await engine.query<KeyedEventRow>(
      `SELECT Digest AS digest, toString(Timestamp) AS at, toString(toUnixTimestamp64Nano(Timestamp)) AS ns,
       Release AS release, Environment AS environment, Url AS url, UserId AS userId, Message AS message,
       TraceId AS traceId
     FROM exceptions WHERE ${where.sql} ORDER BY Timestamp DESC, Digest DESC LIMIT {limit:UInt32}`,
      { ...where.parameters, limit: page.limit + 1 },
    )
    if (rows.length === 0) await requireIssue(context, id, filters)
    const { page: shown, nextCursor } = pageOf(rows, page.limit, ({ ns, digest }) => [ns, digest])
    return { events: shown.map(({ ns: _ns, ...row }) => ({ ...row, at: rfc3339(row.at) })), nextCursor }
  },
})

/** The rows after the last one of the previous page. */
function after(cursor: (string | number)[] | null): Condition[] {
  if (cursor === null) return []
  const [ns, digest] = cursor
  const sql = '(Timestamp, Digest) < (fromUnixTimestamp64Nano({ns:Int64}), {digest:String})'
  return [{ sql, parameters: { ns: ns!, digest: digest! } }]
}
