// GET /api/issues
import type { Engine } from '../engine/engine.ts'
import type { IssuesAnswer, IssueSort, IssueStatus } from './contract.ts'
import { choices, cursorOf, readFilters, writeCursor, type Condition } from './filters.ts'
import { pageOf } from './inbox.ts'
import { occurrences } from './occurrences.ts'
import { standings, type Grouped, type Standing } from './standing.ts'

export const STATUSES: readonly IssueStatus[] = ['new', 'regressed', 'ongoing', 'resolved', 'ignored']
const SORTS: readonly IssueSort[] = ['change', 'lastSeen', 'firstSeen', 'count', 'users']

/** An issue that the filters find, with what its list is sorted by: first the one, then the other, then the id. */
type Found = Standing & { before: number; rank: bigint }

export async function issues(grouped: Grouped, query: URLSearchParams): Promise<IssuesAnswer> {
  const filters = readFilters(query)
  const statuses = new Set<IssueStatus>(choices(query, 'status', STATUSES, ['new', 'regressed', 'ongoing']))
  const sort = choices<IssueSort>(query, 'sort', SORTS, ['change'])[0] ?? 'change'
  const cursor = cursorOf(filters, 'ins')
  const where = occurrences(filters)
  const found = await findIssues(grouped, where, sort)
  const counts: IssuesAnswer['counts'] = { new: 0, regressed: 0, ongoing: 0, resolved: 0, ignored: 0 }
  for (const { status } of found) counts[status]++
  const after = cursor && { before: Number(cursor[0]), rank: BigInt(cursor[1]!), id: String(cursor[2]) }
  const listed = found
    .filter((one) => statuses.has(one.status) && (after === null || compare(after, one) < 0))
    .sort(compare)
    .slice(0, filters.limit + 1)
  const page = listed.slice(0, filters.limit)
  const last = listed.length > filters.limit ? page.at(-1) : undefined
  return {
    issues: await pageOf(grouped, page, where, filters),
    total: [...statuses].reduce((sum, status) => sum + counts[status], 0),
    counts,
    nextCursor: last ? writeCursor([last.before, String(last.rank), last.id]) : null,
  }
}

/** The greater comes first. */
function compare(a: Pick<Found, 'before' | 'rank' | 'id'>, b: Pick<Found, 'before' | 'rank' | 'id'>): number {
  if (a.before !== b.before) return b.before - a.before
  if (a.rank !== b.rank) return a.rank < b.rank ? 1 : -1
  if (a.id !== b.id) return a.id < b.id ? 1 : -1
  return 0
}

async function findIssues(grouped: Grouped, where: Condition, sort: IssueSort): Promise<Found[]> {
  // People are counted only where they decide the order: it takes thrice as long as to count what happened.
  const number = sort === 'users' ? `uniqIf(UserId, UserId != '')` : 'count()'
  const { engine, merges } = grouped
  const [known, happened, released] = await Promise.all([
    standings(grouped),
    engine.ask<{ id: string; number: number }>(
      `SELECT ${merges.column.sql} AS id, ${number} AS number FROM exceptions WHERE ${where.sql} GROUP BY id`,
      { ...where.parameters, ...merges.column.parameters },
    ),
    sort === 'change' ? latestReleases(engine) : new Map<string, bigint>(),
  ])
  return happened.flatMap(({ id, number: counted }) => {
    const standing = known.get(id)
    if (!standing) return []
    const before = sort === 'change' ? isChanged(standing, released.get(standing.service) ?? 0n) : 0
    return { ...standing, before, rank: rankOf(standing, sort, counted) }
  })
}

/** New or back since the latest release of its service. */
function isChanged({ firstSeen, lastSeen, status }: Standing, releasedAt: bigint): number {
  return Number(firstSeen >= releasedAt || (status === 'regressed' && lastSeen >= releasedAt))
}

function rankOf({ firstSeen, lastSeen }: Standing, sort: IssueSort, counted: number): bigint {
  if (sort === 'count' || sort === 'users') return BigInt(counted)
  return sort === 'firstSeen' ? firstSeen : lastSeen
}

/** When the latest release of each service was first seen. */
async function latestReleases(engine: Engine): Promise<Map<string, bigint>> {
  const rows = await engine.ask<{ service: string; at: string }>(
    `SELECT ServiceName AS service, toString(toUnixTimestamp64Nano(max(first))) AS at
     FROM (SELECT ServiceName, Release, min(FirstSeen) AS first FROM releases WHERE Release != '' GROUP BY ServiceName, Release) GROUP BY service`,
  )
  return new Map(rows.map(({ service, at }) => [service, BigInt(at)]))
}
