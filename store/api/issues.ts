// GET /api/issues
import type { Engine } from '../engine/engine.ts'
import type { IssuesAnswer, IssueSort, IssueStatus } from './contract.ts'
import { choices, cursorOf, readFilters, writeCursor } from './filters.ts'
import { inbox, INBOX_COLUMNS, toIssues, type InboxRow } from './inbox.ts'
import { occurrences } from './occurrences.ts'

export const STATUSES: readonly IssueStatus[] = ['new', 'regressed', 'ongoing', 'resolved', 'ignored']
const SORTS: readonly IssueSort[] = ['change', 'lastSeen', 'firstSeen', 'count', 'users']

/** What a list is sorted by: first the one, then the other, then the id. */
const ORDERS: Record<IssueSort, [string, string]> = {
  change: ['changed', 'toUnixTimestamp64Nano(lastSeen)'],
  lastSeen: ['toUInt8(0)', 'toUnixTimestamp64Nano(lastSeen)'],
  firstSeen: ['toUInt8(0)', 'toUnixTimestamp64Nano(firstSeen)'],
  count: ['toUInt8(0)', 'toInt64(count)'],
  users: ['toUInt8(0)', 'toInt64(users)'],
}

type Row = InboxRow & { before: number; rank: string }

export async function issues(engine: Engine, query: URLSearchParams): Promise<IssuesAnswer> {
  const filters = readFilters(query)
  const statuses = choices(query, 'status', STATUSES, ['new', 'regressed', 'ongoing'])
  const sort = choices<IssueSort>(query, 'sort', SORTS, ['change'])[0] ?? 'change'
  const cursor = cursorOf(filters, 'ins')
  const where = occurrences(filters)
  const all = inbox(where)
  const [before, rank] = ORDERS[sort]
  const after = cursor === null ? '' : 'AND (before, toInt64(rank), IssueId) < ({before:UInt8}, {rank:Int64}, {id:String})'
  const [counted, page] = await Promise.all([
    engine.ask<{ status: IssueStatus; issues: number }>(
      `SELECT status, count() AS issues FROM (${all.sql}) GROUP BY status`,
      all.parameters,
    ),
    engine.ask<Row>(
      `SELECT ${INBOX_COLUMNS}, ${before} AS before, toString(${rank}) AS rank FROM (${all.sql})
       WHERE status IN {statuses:Array(String)} ${after} ORDER BY before DESC, toInt64(rank) DESC, IssueId DESC LIMIT {limit:UInt32}`,
      {
        ...all.parameters,
        statuses,
        limit: filters.limit + 1,
        ...(cursor && { before: cursor[0]!, rank: cursor[1]!, id: cursor[2]! }),
      },
    ),
  ])
  const counts: IssuesAnswer['counts'] = { new: 0, regressed: 0, ongoing: 0, resolved: 0, ignored: 0 }
  for (const { status, issues } of counted) counts[status] = issues
  const rows = page.slice(0, filters.limit)
  const last = page.length > filters.limit ? rows.at(-1) : undefined
  return {
    issues: await toIssues(engine, rows, where, filters),
    total: statuses.reduce((sum, status) => sum + counts[status], 0),
    counts,
    nextCursor: last ? writeCursor([last.before, last.rank, last.IssueId]) : null,
  }
}
