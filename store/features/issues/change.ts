// PATCH /api/issues/:id and /api/issues: status and assignee of issues. Each decision is a row of its own;
// the rows of one request have the same ChangeId.
import { randomUUID } from 'node:crypto'
import type { Engine } from '../../database/engine/engine.ts'
import { readIssues } from './issue-rows.ts'
import type { QueryContext } from './query-context.ts'
import { seconds } from '../../ingest/rows/instant.ts'
import { listIssues } from './list-issues.ts'
import type { ChangedAnswer } from '../../../contract/issues.ts'
import { defaultFilters, readFilters } from '../../http/filters.ts'
import { parseIssueChange, parseIssueIds, parseIssuesFilter, type ParsedChange } from './issue-change.ts'
import { issueNotFound } from './require-issue.ts'
import { parseStatuses } from './issues.ts'

/** Issues of one query and one insert: their ids are parameters of a query. */
const BATCH = 1_000

/** What a decision is compared with later. Instants: nanoseconds since 1970, as text. */
type IssueTotals = {
  id: string
  services: string[]
  lastSeen: string
  decidedAt: string
  count: number
  users: number
}

/** The result of a change: the ids of the issues, and the id of the change. */
type Changed = { ids: string[]; change: string }

/** The issues of the answer are in the order of `ids`; an issue that is named twice is there once. */
export async function changeIssues(
  context: QueryContext,
  body: Record<string, unknown>,
): Promise<{ answer: ChangedAnswer; ids: string[] }> {
  const filter = parseIssuesFilter(body)
  if (filter === null) {
    const { ids, change } = await changeByIds(context, parseIssueIds(body), body)
    const issues = await readIssues(context, ids, defaultFilters())
    return { ids, answer: { issues, changed: ids.length, change } }
  }
  parseIssueChange(body)
  const { ids, change } = await changeByIds(context, await matchingIds(context, filter), body)
  return { ids, answer: { issues: [], changed: ids.length, change } }
}

export async function changeByIds(
  context: QueryContext,
  issueIds: string[],
  body: Record<string, unknown>,
): Promise<Changed> {
  const parsed = parseIssueChange(body)
  const ids = [...new Set(issueIds.map(context.merges.issueOf))]
  const change = randomUUID()
  for (let start = 0; start < ids.length; start += BATCH)
    await changeBatch(context, ids.slice(start, start + BATCH), parsed, change)
  return { ids, change }
}

async function matchingIds(context: QueryContext, query: URLSearchParams): Promise<string[]> {
  const selection = await context.occurrences.select(readFilters(query), context)
  const statuses = parseStatuses(query)
  const all = { statuses, sort: 'lastSeen', after: null, limit: Number.POSITIVE_INFINITY } as const
  return (await listIssues(context, selection, all)).states.map(({ id }) => id)
}

async function changeBatch(
  context: QueryContext,
  ids: string[],
  parsed: ParsedChange,
  change: string,
): Promise<void> {
  const { engine, issueCache } = context
  const totals = await readTotals(context, ids)
  const stored = new Set(totals.map(({ id }) => id))
  for (const id of ids) if (!stored.has(id)) throw issueNotFound(id)
  const releases = parsed.inNextRelease ? await readReleases(engine, totals) : new Map<string, string[]>()
  const now = BigInt(Date.now()) * 1_000_000n
  const rows = totals.map((issue) => {
    const knownReleases = issue.services.flatMap((service) => releases.get(service) ?? [])
    return JSON.stringify({ ...toRow(issue, parsed, knownReleases, now), ChangeId: change })
  })
  try {
    await engine.insert('issue_changes', rows.join('\n'), randomUUID())
  } finally {
    // Also after an error: some rows may be stored.
    issueCache.invalidateDecisions(ids)
  }
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
