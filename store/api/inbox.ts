// Issues as the inbox and every answer about one show them: where they stand, and what happened to them in the asked range.
import { BUCKET, bucketParameters, bucketsOf, bucketStarts } from './buckets.ts'
import type { Issue } from './contract.ts'
import type { Condition, Filters } from './filters.ts'
import { exactInstant } from './instant.ts'
import { occurrences } from './occurrences.ts'
import { Refusal } from './problem.ts'
import { readReleases, type Releases } from './releaseOrder.ts'
import { standings, type Grouped, type Standing } from './standing.ts'

type Words = { id: string; type: string; message: string; culprit: string; latestDigest: string; releases: string[] }
type Happened = { id: string; count: number; users: number; sessions: number; trend: number[] }

const NOTHING = { count: 0, users: 0, sessions: 0, trend: [] }

/** In the order of `ids`; those that are unknown are missing. */
export async function issuesOf(grouped: Grouped, ids: string[], filters: Filters): Promise<Issue[]> {
  const [known, details] = await Promise.all([standings(grouped, ids), detailsOf(grouped, ids, occurrences(filters), filters)])
  const services = [...known.values()].map((standing) => standing.service)
  if (services.length === 0) return []
  const releases = await readReleases(grouped.engine, services)
  return ids.flatMap((id) => known.get(id) ?? []).map((standing) => details(standing, releases))
}

/** The issues of one page, whose standing is known. */
export async function pageOf(grouped: Grouped, page: Standing[], releases: Releases, where: Condition, filters: Filters): Promise<Issue[]> {
  const ids = page.map((standing) => standing.id)
  const details = await detailsOf(grouped, ids, where, filters)
  return page.map((standing) => details(standing, releases))
}

export function unknown(id: string): Refusal {
  return new Refusal(404, `No issue ${JSON.stringify(id.slice(0, 40))} is stored. Its last occurrence may have been let go.`)
}

async function detailsOf(
  grouped: Grouped,
  ids: string[],
  where: Condition,
  filters: Filters,
): Promise<(standing: Standing, known: Releases) => Issue> {
  const buckets = bucketsOf(filters)
  const [words, happened] =
    ids.length === 0 ? [[], []] : await Promise.all([wordsOf(grouped, ids), happenedTo(grouped, ids, where, filters)])
  const said = new Map(words.map((row) => [row.id, row]))
  const counted = new Map(happened.map((row) => [row.id, row]))
  const starts = bucketStarts(buckets)
  return ({ id, service, status, assignee, firstSeen, lastSeen }, known) => {
    const { type = '', message = '', culprit = '', latestDigest = '', releases = [] } = said.get(id) ?? {}
    const { count, users, sessions, trend } = counted.get(id) ?? NOTHING
    return {
      id,
      service,
      type,
      message,
      culprit,
      status,
      assignee: assignee || null,
      count,
      users,
      sessions,
      firstSeen: exactInstant(firstSeen),
      lastSeen: exactInstant(lastSeen),
      releases: known.inOrder(service, releases),
      trend: starts.map((at, bucket) => ({ at, count: trend[bucket] ?? 0 })),
      latestDigest,
    }
  }
}

function wordsOf({ engine, merges }: Grouped, ids: string[]): Promise<Words[]> {
  return engine.ask<Words>(
    `SELECT ${merges.column.sql} AS id, argMaxMerge(Type) AS type, argMaxMerge(Message) AS message, argMaxMerge(Culprit) AS culprit,
       argMaxMerge(LatestDigest) AS latestDigest, groupUniqArrayArray(Releases) AS releases
     FROM issues WHERE IssueId IN {ids:Array(String)} GROUP BY id`,
    { ...merges.column.parameters, ids: ids.flatMap(merges.fingerprintsOf) },
  )
}

/** One pass: the numbers and the chart of each. */
function happenedTo({ engine, merges }: Grouped, ids: string[], where: Condition, filters: Filters): Promise<Happened[]> {
  const buckets = bucketsOf(filters)
  return engine.ask<Happened>(
    `SELECT ${merges.column.sql} AS id, count() AS count, uniqIf(UserId, UserId != '') AS users, uniqIf(SessionId, SessionId != '') AS sessions,
       countResample(0, ${buckets.count}, 1)(${BUCKET}) AS trend
     FROM exceptions WHERE IssueId IN {ids:Array(String)} AND ${where.sql} GROUP BY id`,
    { ...where.parameters, ...merges.column.parameters, ...bucketParameters(buckets), ids: ids.flatMap(merges.fingerprintsOf) },
  )
}
