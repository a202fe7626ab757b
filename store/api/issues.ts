// GET /api/issues
import type { Engine } from '../engine/engine.ts'
import type { IssuesAnswer, IssueSort, IssueStatus } from './contract.ts'
import { choices, cursorOf, readFilters, writeCursor, type Condition } from './filters.ts'
import { CHANGED, inbox, INBOX_COLUMNS, latestReleases, toIssues, type InboxRow } from './inbox.ts'
import { occurrences } from './occurrences.ts'

export const STATUSES: readonly IssueStatus[] = ['new', 'regressed', 'ongoing', 'resolved', 'ignored']
const SORTS: readonly IssueSort[] = ['change', 'lastSeen', 'firstSeen', 'count', 'users']

/** What a list is sorted by: first the one, then the other, then the id. */
const ORDERS: Record<IssueSort, [string, string]> = {
  change: [CHANGED, 'toUnixTimestamp64Nano(lastSeen)'],
  lastSeen: ['toUInt8(0)', 'toUnixTimestamp64Nano(lastSeen)'],
  firstSeen: ['toUInt8(0)', 'toUnixTimestamp64Nano(firstSeen)'],
  count: ['toUInt8(0)', 'toInt64(count)'],
  users: ['toUInt8(0)', 'toInt64(users)'],
}

type Row = InboxRow & { before: number; rank: string; counted: [IssueStatus[], number[]] }

export async function issues(engine: Engine, query: URLSearchParams): Promise<IssuesAnswer> {
  const filters = readFilters(query)
  const statuses = choices(query, 'status', STATUSES, ['new', 'regressed', 'ongoing'])
  const sort = choices<IssueSort>(query, 'sort', SORTS, ['change'])[0] ?? 'change'
  const cursor = cursorOf(filters, 'ins')
  const where = occurrences(filters)
  const found = inbox(where)
  const [before, rank] = ORDERS[sort]
  const after = cursor === null ? '' : 'AND (before, toInt64(rank), IssueId) < ({before:UInt8}, {rank:Int64}, {id:String})'
  const page = await engine.ask<Row>(
    `SELECT ${INBOX_COLUMNS}, ${before} AS before, toString(${rank}) AS rank, counted FROM
       (SELECT *, sumMap([status], [toUInt64(1)]) OVER () AS counted FROM (${found.sql}))
     WHERE status IN {statuses:Array(String)} ${after} ORDER BY before DESC, toInt64(rank) DESC, IssueId DESC LIMIT {limit:UInt32}`,
    {
      ...found.parameters,
      ...(sort === 'change' && (await latestReleases(engine))),
      statuses,
      limit: filters.limit + 1,
      ...(cursor && { before: cursor[0]!, rank: cursor[1]!, id: cursor[2]! }),
    },
  )
  const counts = await countsOf(engine, page, found)
  const rows = page.slice(0, filters.limit)
  const last = page.length > filters.limit ? rows.at(-1) : undefined
  return {
    issues: await toIssues(engine, rows, where, filters),
    total: statuses.reduce((sum, status) => sum + counts[status], 0),
    counts,
    nextCursor: last ? writeCursor([last.before, last.rank, last.IssueId]) : null,
  }
}

/** Every row of the page carries them; an empty page carries none, and they are asked for. */
async function countsOf(engine: Engine, page: Row[], found: Condition): Promise<IssuesAnswer['counts']> {
  const counts: IssuesAnswer['counts'] = { new: 0, regressed: 0, ongoing: 0, resolved: 0, ignored: 0 }
  const [first] = page
  if (first) {
    const [statuses, numbers] = first.counted
    for (const [at, status] of statuses.entries()) counts[status] = numbers[at] ?? 0
    return counts
  }
  const rows = await engine.ask<{ status: IssueStatus; issues: number }>(
    `SELECT status, count() AS issues FROM (${found.sql}) GROUP BY status`,
    found.parameters,
  )
  for (const { status, issues } of rows) counts[status] = issues
  return counts
}
