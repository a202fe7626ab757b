// Issues as the inbox and every answer about one show them: where they stand, and what happened to them in the asked range.
import type { Selection } from '../occurrences/memory/selection.ts'
import { tallyEach } from '../occurrences/memory/aggregate.ts'
import { BUCKET, bucketParameters, bucketsOf, bucketStarts } from '../occurrences/buckets.ts'
import type { Issue } from '../api/contract.ts'
import type { Filters } from '../api/http/filters.ts'
import { exactInstant } from '../rfc3339.ts'
import { occurrences } from '../occurrences/exception-filter.ts'
import { Refusal } from '../api/http/http-error.ts'
import type { Words } from './issue-cache.ts'
import type { Releases } from './release-order.ts'
import { groupsOf, sightings } from '../api/sightings.ts'
import { standings, type Grouped, type Standing } from './issue-state.ts'

type Happened = { id: string; count: number; users: number; sessions: number; trend: number[] }

const NOTHING = { count: 0, users: 0, sessions: 0, trend: [] }

/** In the order of `ids`; those that are unknown are missing. */
export async function issuesOf(grouped: Grouped, ids: string[], filters: Filters): Promise<Issue[]> {
  const [known, details, releases] = await Promise.all([
    standings(grouped, ids),
    sightings(grouped, filters).then((seen) => detailsOf(grouped, ids, seen, filters)),
    grouped.ledger.releases(),
  ])
  return ids.flatMap((id) => known.get(id) ?? []).map((standing) => details(standing, releases))
}

/** The issues of one page, whose standing is known. `seen`: what the filters find, where that is held. */
export async function pageOf(
  grouped: Grouped,
  page: Standing[],
  releases: Releases,
  seen: Selection | null,
  filters: Filters,
): Promise<Issue[]> {
  const ids = page.map((standing) => standing.id)
  const details = await detailsOf(grouped, ids, seen, filters)
  return page.map((standing) => details(standing, releases))
}

export function unknown(id: string): Refusal {
  return new Refusal(
    404,
    `No issue ${JSON.stringify(id.slice(0, 40))} is stored. Its last occurrence may have been let go.`,
  )
}

async function detailsOf(
  grouped: Grouped,
  ids: string[],
  seen: Selection | null,
  filters: Filters,
): Promise<(standing: Standing, known: Releases) => Issue> {
  const buckets = bucketsOf(filters)
  const [said, happened] =
    ids.length === 0
      ? [new Map<string, Words>(), []]
      : await Promise.all([wordsOf(grouped, ids), happenedTo(grouped, ids, seen, filters)])
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

/** By issue: those of the fingerprint that was seen last, and the releases of all. */
async function wordsOf({ merges, ledger }: Grouped, ids: string[]): Promise<Map<string, Words>> {
  const said = await ledger.words(ids.flatMap(merges.fingerprintsOf))
  const words = new Map<string, Words>()
  for (const one of said.values()) {
    const id = merges.issueOf(one.id)
    const other = words.get(id)
    words.set(id, other ? together(other, one) : one)
  }
  return words
}

function together(a: Words, b: Words): Words {
  const newest = BigInt(a.last) > BigInt(b.last) ? a : b
  return { ...newest, releases: [...new Set([...a.releases, ...b.releases])] }
}

/** One pass: the numbers and the chart of each. */
async function happenedTo(
  grouped: Grouped,
  ids: string[],
  seen: Selection | null,
  filters: Filters,
): Promise<Happened[]> {
  const buckets = bucketsOf(filters)
  if (seen !== null)
    return tallyEach(seen, groupsOf(seen, grouped, ids), buckets).map((tally, at) => ({
      id: ids[at]!,
      ...tally,
    }))
  const { engine, merges } = grouped
  const where = occurrences(filters)
  return engine.ask<Happened>(
    `SELECT ${merges.column.sql} AS id, count() AS count, uniqIf(UserId, UserId != '') AS users, uniqIf(SessionId, SessionId != '') AS sessions,
       countResample(0, ${buckets.count}, 1)(${BUCKET}) AS trend
     FROM exceptions WHERE IssueId IN {ids:Array(String)} AND ${where.sql} GROUP BY id`,
    {
      ...where.parameters,
      ...merges.column.parameters,
      ...bucketParameters(buckets),
      ids: ids.flatMap(merges.fingerprintsOf),
    },
  )
}
