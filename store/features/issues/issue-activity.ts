// The activity of an issue, the newest first: first occurrence, decisions, regressions.
import type { Activity, Issue } from '../../../contract/issues.ts'
import { rfc3339 } from '../../database/rfc3339.ts'
import { UNDONE_CHANGES } from './issue-queries.ts'
import type { QueryContext } from './query-context.ts'

/** Decisions shown. Older ones are of no use on a page. */
const MAX_DECISIONS = 100

/** The largest Int64. */
const FOREVER = '9223372036854775807'

/** `ns`: nanoseconds since 1970, as text. */
type DecisionRow = {
  at: string
  ns: string
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
    `SELECT toString(At) AS at, toString(toUnixTimestamp64Nano(At)) AS ns, By AS by, Status AS status,
       notEmpty(KnownReleases) AS nextRelease,
       if(UntilAt > toDateTime64(0, 9), toString(UntilAt), '') AS untilAt, UntilCount AS untilCount,
       UntilUsers AS untilUsers, AssigneeChanged AS assigneeChanged, Assignee AS assignee,
       has(${UNDONE_CHANGES}, ChangeId) AS isUndone
     FROM issue_changes WHERE IssueId = {id:String} AND Status != 'undone'
     ORDER BY At DESC LIMIT ${MAX_DECISIONS}`,
    { id: issue.id },
  )
  const decisions = rows.map((row) => ({ at: rfc3339(row.at), by: row.by, change: describe(row) }))
  const regressions = await readRegressions(context, issue, rows)
  return [...regressions, ...decisions, firstSeen].toSorted((a, b) => compareInstants(b.at, a.at))
}

/** RFC 3339 in UTC, with any number of decimals. */
function compareInstants(a: string, b: string): number {
  const [textA, textB] = [a.slice(0, -1), b.slice(0, -1)]
  return textA < textB ? -1 : Number(textA > textB)
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

/**
 * The first occurrence after each "resolved", up to the next decision about the status. After "in the next
 * release" only where the issue is regressed at present.
 */
async function readRegressions(
  { engine, merges }: QueryContext,
  { id, status }: Issue,
  rows: DecisionRow[],
): Promise<Activity[]> {
  const isRegressed = status === 'regressed'
  const decisions = rows.filter((row) => row.status !== '' && !row.isUndone)
  const spans = decisions.flatMap((row, index) =>
    row.status === 'resolved' && (!row.nextRelease || (index === 0 && isRegressed))
      ? [[row.ns, decisions[index - 1]?.ns ?? FOREVER]]
      : [],
  )
  if (spans.length === 0) return []
  const occurrences = await engine.query<{ at: string }>(
    `SELECT toString(min(Timestamp)) AS at FROM exceptions
     ARRAY JOIN arrayMap(ns -> toInt64(ns), {starts:Array(String)}) AS start,
       arrayMap(ns -> toInt64(ns), {ends:Array(String)}) AS end
     WHERE IssueId IN {fingerprints:Array(String)}
       AND toUnixTimestamp64Nano(Timestamp) > start AND toUnixTimestamp64Nano(Timestamp) <= end
     GROUP BY start`,
    {
      starts: spans.map(([start]) => start!),
      ends: spans.map(([, end]) => end!),
      fingerprints: merges.fingerprintsOf(id),
    },
  )
  return occurrences.map(({ at }) => ({ at: rfc3339(at), by: '', change: 'seen again' }))
}
