// Issues as the inbox and every answer about one show them: where they stand, and what happened to them in the asked range.
import type { Engine } from '../engine/engine.ts'
import { BUCKET, bucketParameters, bucketsOf, bucketStarts } from './buckets.ts'
import type { Issue } from './contract.ts'
import type { Condition, Filters } from './filters.ts'
import { exactInstant } from './instant.ts'
import { occurrences } from './occurrences.ts'
import { Refusal } from './problem.ts'
import { releaseOrder } from './releaseOrder.ts'
import { standings, type Standing } from './standing.ts'

type Words = { id: string; type: string; message: string; culprit: string; latestDigest: string; releases: string[] }
type Happened = { id: string; count: number; users: number; sessions: number; trend: number[] }

const NOTHING = { count: 0, users: 0, sessions: 0, trend: [] }

/** In the order of `ids`; those that are unknown are missing. */
export async function issuesOf(engine: Engine, ids: string[], filters: Filters): Promise<Issue[]> {
  const [known, details] = await Promise.all([standings(engine, ids), detailsOf(engine, ids, occurrences(filters), filters)])
  const inOrder = await releaseOrder(
    engine,
    [...known.values()].map((standing) => standing.service),
  )
  return ids.flatMap((id) => known.get(id) ?? []).map((standing) => details(standing, inOrder))
}

/** The issues of one page, whose standing is known. */
export async function pageOf(engine: Engine, page: Standing[], where: Condition, filters: Filters): Promise<Issue[]> {
  const ids = page.map((standing) => standing.id)
  const services = page.map((standing) => standing.service)
  const [details, inOrder] = await Promise.all([detailsOf(engine, ids, where, filters), releaseOrder(engine, services)])
  return page.map((standing) => details(standing, inOrder))
}

export function unknown(id: string): Refusal {
  return new Refusal(404, `No issue ${JSON.stringify(id.slice(0, 40))} is stored. Its last occurrence may have been let go.`)
}

type InOrder = Awaited<ReturnType<typeof releaseOrder>>

async function detailsOf(
  engine: Engine,
  ids: string[],
  where: Condition,
  filters: Filters,
): Promise<(standing: Standing, inOrder: InOrder) => Issue> {
  const buckets = bucketsOf(filters)
  const [words, happened] = ids.length === 0 ? [[], []] : await Promise.all([wordsOf(engine, ids), happenedTo(engine, ids, where, filters)])
  const said = new Map(words.map((row) => [row.id, row]))
  const counted = new Map(happened.map((row) => [row.id, row]))
  const starts = bucketStarts(buckets)
  return ({ id, service, status, assignee, firstSeen, lastSeen }, inOrder) => {
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
      releases: inOrder(service, releases),
      trend: starts.map((at, bucket) => ({ at, count: trend[bucket] ?? 0 })),
      latestDigest,
    }
  }
}

function wordsOf(engine: Engine, ids: string[]): Promise<Words[]> {
  return engine.ask<Words>(
    `SELECT IssueId AS id, argMaxMerge(Type) AS type, argMaxMerge(Message) AS message, argMaxMerge(Culprit) AS culprit,
       argMaxMerge(LatestDigest) AS latestDigest, groupUniqArrayArray(Releases) AS releases
     FROM issues WHERE IssueId IN {ids:Array(String)} GROUP BY id`,
    { ids },
  )
}

/** One pass: the numbers and the chart of each. */
function happenedTo(engine: Engine, ids: string[], where: Condition, filters: Filters): Promise<Happened[]> {
  const buckets = bucketsOf(filters)
  return engine.ask<Happened>(
    `SELECT IssueId AS id, count() AS count, uniqIf(UserId, UserId != '') AS users, uniqIf(SessionId, SessionId != '') AS sessions,
       countResample(0, ${buckets.count}, 1)(${BUCKET}) AS trend
     FROM exceptions WHERE IssueId IN {ids:Array(String)} AND ${where.sql} GROUP BY id`,
    { ...where.parameters, ...bucketParameters(buckets), ids },
  )
}
