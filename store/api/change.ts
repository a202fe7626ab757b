// PATCH /api/issues/:id and /api/issues: status and assignee of issues. Each decision is a row of its own.
import { randomUUID } from 'node:crypto'
import type { Engine } from '../engine/engine.ts'
import { readIssues } from '../issues/issue-rows.ts'
import type { QueryContext } from '../issues/query-context.ts'
import { seconds } from '../rows/instant.ts'
import type { Issue } from './contract.ts'
import { defaultFilters } from './http/filters.ts'
import { parseIssueChange, type ParsedChange } from './http/issue-change.ts'
import { issueNotFound } from './http/require-issue.ts'

/** What a decision is compared with later. Instants: nanoseconds since 1970, as text. */
type IssueTotals = {
  id: string
  services: string[]
  lastSeen: string
  decidedAt: string
  count: number
  users: number
}

/** Returns the changed issues in the order of `issueIds`; an issue that is named twice once. */
export async function changeIssues(
  context: QueryContext,
  issueIds: string[],
  body: Record<string, unknown>,
): Promise<Issue[]> {
  const change = parseIssueChange(body)
  const { engine, merges, issueCache } = context
  const ids = [...new Set(issueIds.map(merges.issueOf))]
  const totals = await readTotals(context, ids)
  for (const id of ids) if (!totals.some((issue) => issue.id === id)) throw issueNotFound(id)
  const releases = change.inNextRelease ? await readReleases(engine, totals) : new Map<string, string[]>()
  const now = BigInt(Date.now()) * 1_000_000n
  const rows = totals.map((issue) => {
    const knownReleases = issue.services.flatMap((service) => releases.get(service) ?? [])
    return JSON.stringify(toRow(issue, change, knownReleases, now))
  })
  try {
    await engine.insert('issue_changes', rows.join('\n'), randomUUID())
  } finally {
    // Also after an error: some rows may be stored.
    issueCache.invalidateDecisions(ids)
  }
  return readIssues(context, ids, defaultFilters())
}

function readTotals({ engine, merges }: QueryContext, ids: string[]): Promise<IssueTotals[]> {
  return engine.query<IssueTotals>(
    `SELECT id, services, lastSeen, count, users, toString(toUnixTimestamp64Nano(lastAt)) AS decidedAt
     FROM (SELECT ${merges.idColumn.sql} AS id, groupUniqArray(ServiceName) AS services,
         toString(toUnixTimestamp64Nano(max(LastSeen))) AS lastSeen, sum(Count) AS count,
         uniqMerge(Users) AS users
       FROM issues WHERE IssueId IN {fingerprints:Array(String)} GROUP BY id) AS totals
     LEFT JOIN (SELECT IssueId AS id, max(At) AS lastAt FROM issue_changes
       WHERE IssueId IN {ids:Array(String)} GROUP BY id) AS decisions USING id`,
    { ...merges.idColumn.parameters, ids, fingerprints: ids.flatMap(merges.fingerprintsOf) },
  )
}

async function readReleases(engine: Engine, totals: IssueTotals[]): Promise<Map<string, string[]>> {
  const rows = await engine.query<{ service: string; releases: string[] }>(
    `SELECT ServiceName AS service, groupUniqArray(toString(Release)) AS releases FROM releases
     WHERE ServiceName IN {services:Array(String)} GROUP BY service`,
    { services: totals.flatMap(({ services }) => services) },
  )
  return new Map(rows.map(({ service, releases }) => [service, releases]))
}

function toRow(
  issue: IssueTotals,
  { status, inNextRelease, until, assignee }: ParsedChange,
  knownReleases: string[],
  now: bigint,
): Record<string, unknown> {
  // Not before the last occurrence, whose page may have a fast clock; and after the previous decision.
  const candidates = [now, BigInt(issue.lastSeen), BigInt(issue.decidedAt) + 1n]
  const at = candidates.reduce((latest, ns) => (ns > latest ? ns : latest))
  return {
    IssueId: issue.id,
    At: seconds(at),
    By: '',
    Status: status ?? '',
    // The empty name marks the decision where no release is known yet.
    KnownReleases: inNextRelease ? [...new Set(['', ...knownReleases])] : [],
    ...(until?.at && { UntilAt: seconds(until.at) }),
    UntilCount: until?.events ? issue.count + until.events : 0,
    UntilUsers: until?.users ? issue.users + until.users : 0,
    AssigneeChanged: assignee === undefined ? 0 : 1,
    Assignee: assignee ?? '',
  }
}
