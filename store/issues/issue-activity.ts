// What happened to an issue: seen first, decided, seen again. Newest first.
import type { Engine } from '../engine/engine.ts'
import type { Activity, Issue } from '../api/contract.ts'
import { rfc3339 } from '../rfc3339.ts'
import type { Grouped } from './issue-state.ts'

/** Entries shown. Nobody scrolls through more, and the newest are what matters. */
const MAX_ENTRIES = 100

type Row = {
  at: string
  by: string
  status: string
  nextRelease: number
  untilAt: string
  untilCount: number
  untilUsers: number
  assigneeChanged: number
  assignee: string
}

export async function activityOf({ engine, merges, ledger }: Grouped, issue: Issue): Promise<Activity[]> {
  const first = { at: issue.firstSeen, by: '', change: 'first seen' }
  if (!(await ledger.decisions([issue.id])).has(issue.id)) return [first]
  const rows = await engine.ask<Row>(
    `SELECT toString(At) AS at, By AS by, Status AS status, notEmpty(KnownReleases) AS nextRelease,
       if(UntilAt > toDateTime64(0, 9), toString(UntilAt), '') AS untilAt, UntilCount AS untilCount, UntilUsers AS untilUsers,
       AssigneeChanged AS assigneeChanged, Assignee AS assignee
     FROM issue_changes WHERE IssueId = {id:String} ORDER BY At DESC LIMIT ${MAX_ENTRIES}`,
    { id: issue.id },
  )
  const decisions = rows.map((row) => ({ at: rfc3339(row.at), by: row.by, change: wordsOf(row) }))
  const back =
    issue.status === 'regressed' ? await firstSince(engine, issue.id, merges.fingerprintsOf(issue.id)) : []
  return [...back, ...decisions, first]
}

function wordsOf(row: Row): string {
  const assigned = row.assignee === '' ? 'unassigned' : `assigned to ${row.assignee}`
  const decided = row.status === '' ? [] : [statusWords(row)]
  return [...decided, ...(row.assigneeChanged ? [assigned] : [])].join(', ')
}

function statusWords({ status, nextRelease, untilAt, untilCount, untilUsers }: Row): string {
  if (status === 'resolved') return nextRelease ? 'resolved in the next release' : 'resolved'
  if (status === 'open') return 'opened again'
  if (untilAt !== '') return `ignored until ${rfc3339(untilAt)}`
  if (untilCount > 0) return `ignored until it has happened ${untilCount} times in all`
  return untilUsers > 0 ? `ignored until it has met ${untilUsers} people in all` : 'ignored'
}

async function firstSince(engine: Engine, id: string, ids: string[]): Promise<Activity[]> {
  const [row] = await engine.ask<{ at: string; seen: number }>(
    `SELECT toString(min(Timestamp)) AS at, count() AS seen FROM exceptions WHERE IssueId IN {ids:Array(String)}
     AND Timestamp > (SELECT maxIf(At, Status = 'resolved') FROM issue_changes WHERE IssueId = {id:String})`,
    { id, ids },
  )
  return row && row.seen > 0 ? [{ at: rfc3339(row.at), by: '', change: 'seen again' }] : []
}
