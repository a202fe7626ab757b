// The activity of an issue, the newest first: first occurrence, decisions, regression.
import type { Activity, Issue } from '../api/contract.ts'
import { rfc3339 } from '../rfc3339.ts'
import { UNDONE_CHANGES } from './issue-queries.ts'
import type { QueryContext } from './query-context.ts'

/** Decisions shown. Older ones are of no use on a page. */
const MAX_DECISIONS = 100

type DecisionRow = {
  at: string
  by: string
  status: string
  nextRelease: number
  untilAt: string
  untilCount: number
  untilUsers: number
  assigneeChanged: number
  assignee: string
  isUndone: number
}

export async function readActivity(context: QueryContext, issue: Issue): Promise<Activity[]> {
  const firstSeen = { at: issue.firstSeen, by: '', change: 'first seen' }
  const rows = await context.engine.query<DecisionRow>(
    `SELECT toString(At) AS at, By AS by, Status AS status, notEmpty(KnownReleases) AS nextRelease,
       if(UntilAt > toDateTime64(0, 9), toString(UntilAt), '') AS untilAt, UntilCount AS untilCount,
       UntilUsers AS untilUsers, AssigneeChanged AS assigneeChanged, Assignee AS assignee,
       has(${UNDONE_CHANGES}, ChangeId) AS isUndone
     FROM issue_changes WHERE IssueId = {id:String} AND Status != 'undone'
     ORDER BY At DESC LIMIT ${MAX_DECISIONS}`,
    { id: issue.id },
  )
  const decisions = rows.map((row) => ({ at: rfc3339(row.at), by: row.by, change: describe(row) }))
  const regression = issue.status === 'regressed' ? await readRegression(context, issue.id) : []
  return [...regression, ...decisions, firstSeen]
}

function describe(row: DecisionRow): string {
  const status = row.status === '' ? [] : [describeStatus(row)]
  const assignee = row.assignee === '' ? 'unassigned' : `assigned to ${row.assignee}`
  const undone = row.isUndone ? ['undone'] : []
  return [...status, ...(row.assigneeChanged ? [assignee] : []), ...undone].join(', ')
}

function describeStatus({ status, nextRelease, untilAt, untilCount, untilUsers }: DecisionRow): string {
  if (status === 'resolved') return nextRelease ? 'resolved in the next release' : 'resolved'
  if (status === 'open') return 'opened again'
  if (untilAt !== '') return `ignored until ${rfc3339(untilAt)}`
  if (untilCount > 0) return `ignored until it has happened ${untilCount} times in all`
  return untilUsers > 0 ? `ignored until it has met ${untilUsers} people in all` : 'ignored'
}

/** The first occurrence after the issue was resolved. */
async function readRegression({ engine, merges }: QueryContext, id: string): Promise<Activity[]> {
  const [row] = await engine.query<{ at: string; count: number }>(
    `SELECT toString(min(Timestamp)) AS at, count() AS count FROM exceptions
     WHERE IssueId IN {fingerprints:Array(String)}
       AND Timestamp >
         (SELECT maxIf(At, Status = 'resolved') FROM issue_changes
          WHERE IssueId = {id:String} AND NOT has(${UNDONE_CHANGES}, ChangeId))`,
    { id, fingerprints: merges.fingerprintsOf(id) },
  )
  return row && row.count > 0 ? [{ at: rfc3339(row.at), by: '', change: 'seen again' }] : []
}
