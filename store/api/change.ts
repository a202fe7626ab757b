// PATCH /api/issues/:id and /api/issues: what people decide. Each decision is a row of its own.
import { randomUUID } from 'node:crypto'
import type { Engine } from '../engine/engine.ts'
import { seconds } from '../rows/instant.ts'
import type { Issue } from './contract.ts'
import { readFilters } from './http/filters.ts'
import { issuesOf, unknown } from '../issues/issue-rows.ts'
import { readChange, type Change } from './http/issue-change.ts'
import type { Grouped } from '../issues/issue-state.ts'

type Standing = {
  IssueId: string
  services: string[]
  lastSeen: string
  decidedAt: string
  allCount: number
  allUsers: number
}

export async function change(
  grouped: Grouped,
  given: string[],
  request: Record<string, unknown>,
): Promise<Issue[]> {
  const decision = readChange(request)
  const { engine, merges, ledger } = grouped
  const ids = [...new Set(given.map(merges.issueOf))]
  const standing = await standingOf(grouped, ids)
  for (const id of ids) if (!standing.some((one) => one.IssueId === id)) throw unknown(id)
  const known = decision.inNextRelease ? await releasesOf(engine, standing) : new Map<string, string[]>()
  const now = BigInt(Date.now()) * 1_000_000n
  const lines = standing.map((one) =>
    JSON.stringify(
      rowOf(
        one,
        decision,
        one.services.flatMap((service) => known.get(service) ?? []),
        now,
      ),
    ),
  )
  try {
    await engine.insert('issue_changes', lines.join('\n'), randomUUID())
  } finally {
    // Also where it failed: some of it may be in.
    ledger.decided(ids)
  }
  return issuesOf(grouped, ids, readFilters(new URLSearchParams(), '30d'))
}

function standingOf({ engine, merges }: Grouped, ids: string[]): Promise<Standing[]> {
  return engine.ask<Standing>(
    `SELECT id AS IssueId, services, lastSeen, allCount, allUsers, toString(toUnixTimestamp64Nano(lastAt)) AS decidedAt FROM
       (SELECT ${merges.column.sql} AS id, groupUniqArray(ServiceName) AS services, toString(toUnixTimestamp64Nano(max(LastSeen))) AS lastSeen, sum(Count) AS allCount,
          uniqMerge(Users) AS allUsers FROM issues WHERE IssueId IN {fingerprints:Array(String)} GROUP BY id) AS lifetime
     LEFT JOIN (SELECT IssueId AS id, max(At) AS lastAt FROM issue_changes WHERE IssueId IN {ids:Array(String)} GROUP BY id) AS decisions USING id`,
    { ...merges.column.parameters, ids, fingerprints: ids.flatMap(merges.fingerprintsOf) },
  )
}

async function releasesOf(engine: Engine, standing: Standing[]): Promise<Map<string, string[]>> {
  const rows = await engine.ask<{ service: string; releases: string[] }>(
    `SELECT ServiceName AS service, groupUniqArray(toString(Release)) AS releases FROM releases
     WHERE ServiceName IN {services:Array(String)} GROUP BY service`,
    { services: standing.flatMap((one) => one.services) },
  )
  return new Map(rows.map((row) => [row.service, row.releases]))
}

function rowOf(one: Standing, decision: Change, known: string[], now: bigint): Record<string, unknown> {
  // Later than all that was seen, also where a page's clock runs ahead; and later than the former decision, so that the newest is one.
  const at = [BigInt(one.lastSeen), BigInt(one.decidedAt) + 1n].reduce(
    (latest, ns) => (ns > latest ? ns : latest),
    now,
  )
  return {
    IssueId: one.IssueId,
    At: seconds(at),
    By: '',
    Status: decision.status ?? '',
    // The empty name marks the decision also where no release is known yet.
    KnownReleases: decision.inNextRelease ? [...new Set(['', ...known])] : [],
    ...(decision.until?.at && { UntilAt: seconds(decision.until.at) }),
    UntilCount: decision.until?.events ? one.allCount + decision.until.events : 0,
    UntilUsers: decision.until?.users ? one.allUsers + decision.until.users : 0,
    AssigneeChanged: decision.assignee === undefined ? 0 : 1,
    Assignee: decision.assignee ?? '',
  }
}
