// GET /api/issues
import type { Engine } from '../engine/engine.ts'
import type { Selection } from '../occurrences/memory/selection.ts'
import { countEach, usersOfEach } from '../occurrences/memory/aggregate.ts'
import type { IssuesAnswer, IssueSort, IssueStatus } from './contract.ts'
import { choices, cursorOf, readFilters, writeCursor, type Filters } from './http/filters.ts'
import { pageOf } from '../issues/issue-rows.ts'
import { occurrences } from '../occurrences/exception-filter.ts'
import type { Releases } from '../issues/release-order.ts'
import { allGroups, sightings } from './sightings.ts'
import { standings, type Grouped, type Standing } from '../issues/issue-state.ts'

export const STATUSES: readonly IssueStatus[] = ['new', 'regressed', 'ongoing', 'resolved', 'ignored']

/** Their order is that of numbers which have to be counted. */
const SORTS_BY_NUMBER = new Set<IssueSort>(['count', 'users'])

const SORTS: readonly IssueSort[] = ['change', 'lastSeen', 'firstSeen', 'count', 'users']

/** An issue that the filters find, with what its list is sorted by: first the one, then the other, then the id. */
type Found = Standing & { before: number; rank: bigint }

/** `seen`: what the filters find, where that is held. */
type Asked = {
  filters: Filters
  seen: Selection | null
  statuses: Set<IssueStatus>
  sort: IssueSort
  cursor: (string | number)[] | null
}

export async function issues(grouped: Grouped, query: URLSearchParams): Promise<IssuesAnswer> {
  const filters = readFilters(query)
  const statuses = new Set<IssueStatus>(choices(query, 'status', STATUSES, ['new', 'regressed', 'ongoing']))
  const sort = choices<IssueSort>(query, 'sort', SORTS, ['change'])[0] ?? 'change'
  const cursor = cursorOf(filters, 'ins')
  const seen = await sightings(grouped, filters)
  const asked = { filters, seen, statuses, sort, cursor }
  if (seen !== null) return answerOf(grouped, asked, seenIn(grouped, seen, sort))
  if (SORTS_BY_NUMBER.has(sort) || !isOpen(filters))
    return answerOf(grouped, asked, await happenedIn(grouped, asked))
  // When issues were last seen tells which happened, unless some of that was let go. It hardly ever was, so that is found out meanwhile.
  const [answer, nothingIsGone] = await Promise.all([
    answerOf(grouped, asked, null),
    isKept(grouped.engine, filters.from),
  ])
  return nothingIsGone ? answer : answerOf(grouped, asked, await happenedIn(grouped, asked))
}

async function answerOf(
  grouped: Grouped,
  { filters, seen, statuses, sort, cursor }: Asked,
  happened: Happened,
): Promise<IssuesAnswer> {
  const [known, releases] = await Promise.all([standings(grouped), grouped.ledger.releases()])
  const found = findIssues(known, releases, happened, filters, sort)
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
    issues: await pageOf(grouped, page, releases, seen, filters),
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

type Known = Awaited<ReturnType<typeof standings>>

/** What happened to each issue, as the number that it is sorted by. Null: to which issues anything happened is told by when they were last seen. */
type Happened = { id: string; number: number }[] | null

function seenIn(grouped: Grouped, seen: Selection, sort: IssueSort): Happened {
  const { groups, ids } = allGroups(seen, grouped)
  const counts = countEach(seen, groups)
  const numbers = sort === 'users' ? usersOfEach(seen, groups) : counts
  return ids.flatMap((id, at) => (counts[at]! > 0 ? { id, number: numbers[at]! } : []))
}

function happenedIn({ engine, merges }: Grouped, { filters, sort }: Asked): Promise<Happened> {
  const where = occurrences(filters)
  // People are counted only where they decide the order: it takes thrice as long as to count what happened.
  const number = sort === 'users' ? `uniqIf(UserId, UserId != '')` : 'count()'
  return engine.ask<{ id: string; number: number }>(
    `SELECT ${merges.column.sql} AS id, ${number} AS number FROM exceptions WHERE ${where.sql} GROUP BY id`,
    { ...where.parameters, ...merges.column.parameters },
  )
}

/** Nothing but its beginning narrows the range. */
function isOpen({ service, environment, release, terms, from, to, until }: Filters): boolean {
  return (
    [service, environment, release, terms].every((narrowing) => narrowing.length === 0) &&
    from < until &&
    until < to
  )
}

/** Occurrences of before the instant are still stored, so none since was let go: an issue seen since has one. */
async function isKept(engine: Engine, from: bigint): Promise<boolean> {
  const [row] = await engine.ask<{ oldest: string }>(
    'SELECT toString(toUnixTimestamp64Nano(min(Timestamp))) AS oldest FROM exceptions',
  )
  return BigInt(row?.oldest ?? 0) > 0n && BigInt(row?.oldest ?? 0) <= from
}

function findIssues(
  known: Known,
  releases: Releases,
  happened: Happened,
  { from }: Filters,
  sort: IssueSort,
): Found[] {
  const seen =
    happened ??
    [...known.values()].filter(({ lastSeen }) => lastSeen >= from).map(({ id }) => ({ id, number: 0 }))
  return seen.flatMap(({ id, number }) => {
    const standing = known.get(id)
    if (!standing) return []
    const before = sort === 'change' ? isChanged(standing, releases.latestAt(standing.service)) : 0
    return { ...standing, before, rank: rankOf(standing, sort, number) }
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
