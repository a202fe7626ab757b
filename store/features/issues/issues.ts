// GET /api/issues
import { issueRows } from './issue-rows.ts'
import { listIssues } from './list-issues.ts'
import type { QueryContext } from './query-context.ts'
import type { IssueSort, IssueStatus, IssuesAnswer } from '../../../contract/issues.ts'
import { cursorOf, writeCursor } from '../../http/cursor.ts'
import { readFilters } from '../../http/filters.ts'
import { parseChoices } from '../../http/query-parameters.ts'

const STATUSES: readonly IssueStatus[] = ['new', 'regressed', 'ongoing', 'resolved', 'ignored']
const DEFAULT_STATUSES: IssueStatus[] = ['new', 'regressed', 'ongoing']
const SORTS: readonly IssueSort[] = ['change', 'lastSeen', 'firstSeen', 'count', 'users']

export async function issues(context: QueryContext, query: URLSearchParams): Promise<IssuesAnswer> {
  const filters = readFilters(query)
  const statuses = parseStatuses(query)
  const sort = parseChoices(query, 'sort', SORTS, ['change'])[0] ?? 'change'
  const cursor = cursorOf(filters, 'inh')
  const after = cursor && { group: Number(cursor[0]), rank: BigInt(cursor[1]!), id: String(cursor[2]) }
  const selection = await context.occurrences.select(filters, context)
  const list = { statuses, sort, after, limit: filters.limit }
  const { states, counts, next } = await listIssues(context, selection, list)
  return {
    issues: await issueRows(context, states, selection, filters),
    total: [...statuses].reduce((sum, status) => sum + counts[status], 0),
    counts,
    nextCursor: next && writeCursor([next.group, String(next.rank), next.id]),
  }
}

export function parseStatuses(query: URLSearchParams): Set<IssueStatus> {
  return new Set(parseChoices(query, 'status', STATUSES, DEFAULT_STATUSES))
}
