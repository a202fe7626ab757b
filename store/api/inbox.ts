// Issues as the inbox shows them: what happened in the asked range, what is true over all time, and what people decided.
import type { Engine, Parameters } from '../engine/engine.ts'
import { BUCKET, bucketParameters, bucketsOf, bucketStarts } from './buckets.ts'
import type { Bucket, Issue, IssueStatus } from './contract.ts'
import type { Condition, Filters } from './filters.ts'
import { rfc3339 } from './instant.ts'
import { occurrences } from './occurrences.ts'
import { Refusal } from './problem.ts'
import { releaseOrder } from './releaseOrder.ts'

/** Hours that an issue counts as new. */
const NEW_HOURS = 24

/** Over all time, one row per issue. */
const LIFETIME = `SELECT IssueId, anyLast(ServiceName) AS service, argMaxMerge(Type) AS type, argMaxMerge(Message) AS message,
  argMaxMerge(Culprit) AS culprit, argMaxMerge(LatestDigest) AS latestDigest, min(FirstSeen) AS firstSeen, max(LastSeen) AS lastSeen,
  sum(Count) AS allCount, uniqMerge(Users) AS allUsers, groupUniqArrayArray(Releases) AS releases
  FROM issues GROUP BY IssueId`

/** The newest decision of each kind. */
const DECIDED = `SELECT IssueId, argMaxIf(Status, At, Status != '') AS decided, maxIf(At, Status != '') AS decidedAt,
  argMaxIf(KnownReleases, At, Status != '') AS known, argMaxIf(UntilAt, At, Status != '') AS untilAt,
  argMaxIf(UntilCount, At, Status != '') AS untilCount, argMaxIf(UntilUsers, At, Status != '') AS untilUsers,
  argMaxIf(Assignee, At, AssigneeChanged = 1) AS assignee
  FROM issue_changes GROUP BY IssueId`

/** When the latest release of each service was first seen. Asked beside the issues and bound to their question: one join more doubled its time. */
export async function latestReleases(engine: Engine): Promise<Parameters> {
  const rows = await engine.ask<{ service: string; at: string }>(
    `SELECT ServiceName AS service, toString(toUnixTimestamp64Nano(max(first))) AS at
     FROM (SELECT ServiceName, Release, min(FirstSeen) AS first FROM releases WHERE Release != '' GROUP BY ServiceName, Release) GROUP BY service`,
  )
  return { releasedServices: rows.map((row) => row.service), releasedAt: rows.map((row) => row.at) }
}

const RELEASED_AT = `fromUnixTimestamp64Nano(toInt64OrZero(arrayElement({releasedAt:Array(String)}, indexOf({releasedServices:Array(String)}, service))))`

/** Derived, never stored: regressed = resolved, and seen since (in a release that was not there then, if that was asked). */
const STATUS = `multiIf(
  decided = 'resolved' AND lastSeen > decidedAt AND (empty(known) OR arrayExists(r -> NOT has(known, r), releases)), 'regressed',
  decided = 'resolved', 'resolved',
  decided = 'ignored' AND NOT ((untilAt > toDateTime64(0, 9) AND now64(9) >= untilAt) OR (untilCount > 0 AND allCount >= untilCount)
    OR (untilUsers > 0 AND allUsers >= untilUsers)), 'ignored',
  firstSeen > now64(9) - toIntervalHour(${NEW_HOURS}), 'new', 'ongoing')`

/** New or back since the latest release of its service. Needs `latestReleases`. */
export const CHANGED = `toUInt8(firstSeen >= ${RELEASED_AT} OR (status = 'regressed' AND lastSeen >= ${RELEASED_AT}))`

/** One row per issue that `where` (on `exceptions`) finds, with all that lists sort and filter by. */
export function inbox(where: Condition): Condition {
  const sql = `SELECT *, ${STATUS} AS status
    FROM (SELECT IssueId, count() AS count, uniqIf(UserId, UserId != '') AS users, uniqIf(SessionId, SessionId != '') AS sessions
      FROM exceptions WHERE ${where.sql} GROUP BY IssueId) AS happened
    INNER JOIN (${LIFETIME}) AS lifetime USING IssueId
    LEFT JOIN (${DECIDED}) AS decisions USING IssueId`
  return { sql, parameters: where.parameters }
}

/** The issues of `ids`, whether or not anything happened in the range. */
export function inboxOf(where: Condition, ids: string[]): Condition {
  const sql = `SELECT *, ${STATUS} AS status
    FROM (SELECT * FROM (${LIFETIME}) WHERE IssueId IN {ids:Array(String)}) AS lifetime
    LEFT JOIN (SELECT IssueId, count() AS count, uniqIf(UserId, UserId != '') AS users, uniqIf(SessionId, SessionId != '') AS sessions
      FROM exceptions WHERE IssueId IN {ids:Array(String)} AND ${where.sql} GROUP BY IssueId) AS happened USING IssueId
    LEFT JOIN (${DECIDED}) AS decisions USING IssueId`
  return { sql, parameters: { ...where.parameters, ids } }
}

export const INBOX_COLUMNS = `IssueId, service, type, message, culprit, latestDigest, toString(firstSeen) AS first, toString(lastSeen) AS last,
  releases, count, users, sessions, status, assignee`

export type InboxRow = {
  IssueId: string
  service: string
  type: string
  message: string
  culprit: string
  latestDigest: string
  first: string
  last: string
  releases: string[]
  count: number
  users: number
  sessions: number
  status: IssueStatus
  assignee: string
}

export async function toIssues(engine: Engine, rows: InboxRow[], where: Condition, filters: Filters): Promise<Issue[]> {
  const ids = rows.map((row) => row.IssueId)
  const services = rows.map((row) => row.service)
  const [trends, inOrder] = await Promise.all([trendsOf(engine, ids, where, filters), releaseOrder(engine, services)])
  return rows.map((row) => ({
    id: row.IssueId,
    service: row.service,
    type: row.type,
    message: row.message,
    culprit: row.culprit,
    status: row.status,
    assignee: row.assignee || null,
    count: row.count,
    users: row.users,
    sessions: row.sessions,
    firstSeen: rfc3339(row.first),
    lastSeen: rfc3339(row.last),
    releases: inOrder(row.service, row.releases),
    trend: trends(row.IssueId),
    latestDigest: row.latestDigest,
  }))
}

export function unknown(id: string): Refusal {
  return new Refusal(404, `No issue ${JSON.stringify(id.slice(0, 40))} is stored. Its last occurrence may have been let go.`)
}

/** In the order of `ids`; those that are unknown are missing. */
export async function issuesOf(engine: Engine, ids: string[], filters: Filters): Promise<Issue[]> {
  const where = occurrences(filters)
  const { sql, parameters } = inboxOf(where, ids)
  const rows = await engine.ask<InboxRow>(`SELECT ${INBOX_COLUMNS} FROM (${sql})`, parameters)
  const ordered = ids.flatMap((id) => rows.find((row) => row.IssueId === id) ?? [])
  return toIssues(engine, ordered, where, filters)
}

async function trendsOf(engine: Engine, ids: string[], where: Condition, filters: Filters): Promise<(id: string) => Bucket[]> {
  const buckets = bucketsOf(filters)
  const parameters: Parameters = { ...where.parameters, ...bucketParameters(buckets), ids }
  const rows =
    ids.length === 0
      ? []
      : await engine.ask<{ IssueId: string; bucket: number; count: number }>(
          `SELECT IssueId, ${BUCKET} AS bucket, count() AS count FROM exceptions WHERE IssueId IN {ids:Array(String)} AND ${where.sql} GROUP BY IssueId, bucket`,
          parameters,
        )
  const counts = new Map(rows.map((row) => [`${row.IssueId} ${row.bucket}`, row.count]))
  const starts = bucketStarts(buckets)
  return (id) => starts.map((at, bucket) => ({ at, count: counts.get(`${id} ${bucket}`) ?? 0 }))
}
