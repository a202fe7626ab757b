// GET /api/issues
import { issueRows } from '../issues/issue-rows.ts'
import { issueStates, type IssueState } from '../issues/issue-state.ts'
import type { QueryContext } from '../issues/query-context.ts'
import type { IssuesAnswer, IssueSort, IssueStatus } from './contract.ts'
import { cursorOf, writeCursor } from './http/cursor.ts'
import { readFilters } from './http/filters.ts'
import { parseChoices } from './http/query-parameters.ts'

const STATUSES: readonly IssueStatus[] = ['new', 'regressed', 'ongoing', 'resolved', 'ignored']
const DEFAULT_STATUSES: IssueStatus[] = ['new', 'regressed', 'ongoing']
const SORTS: readonly IssueSort[] = ['change', 'lastSeen', 'firstSeen', 'count', 'users']

/** What a list is sorted by, the greatest first: `group`, then `rank`, then the id. */
type SortKey = { group: number; rank: bigint; id: string }

export async function issues(context: QueryContext, query: URLSearchParams): Promise<IssuesAnswer> {
  const filters = readFilters(query)
  const statuses = new Set(parseChoices(query, 'status', STATUSES, DEFAULT_STATUSES))
  const sort = parseChoices(query, 'sort', SORTS, ['change'])[0] ?? 'change'
  const cursor = cursorOf(filters, 'ins')
  const selection = await context.occurrences.select(filters, context.merges)
  const [issueCounts, states, releases] = await Promise.all([
    selection.countByIssue(sort === 'users' ? 'users' : 'events'),
    issueStates(context),
    context.issueCache.releases(),
  ])
  const matches = issueCounts.flatMap(({ id, count }) => {
    const state = states.get(id)
    if (!state) return []
    const isChanged = sort === 'change' && isNewSince(state, releases.latestReleaseAt(state.service))
    return { state, key: { group: Number(isChanged), rank: rankOf(state, sort, count), id } }
  })
  const counts: IssuesAnswer['counts'] = { new: 0, regressed: 0, ongoing: 0, resolved: 0, ignored: 0 }
  for (const { state } of matches) counts[state.status]++
  const after = cursor && { group: Number(cursor[0]), rank: BigInt(cursor[1]!), id: String(cursor[2]) }
  const rest = matches
    .filter(({ state, key }) => statuses.has(state.status) && (after === null || compare(after, key) < 0))
    .sort((a, b) => compare(a.key, b.key))
  const page = rest.slice(0, filters.limit)
  const last = rest.length > filters.limit ? page.at(-1)?.key : undefined
  const pageStates = page.map(({ state }) => state)
  return {
    issues: await issueRows(context, pageStates, selection, filters),
    total: [...statuses].reduce((sum, status) => sum + counts[status], 0),
    counts,
    nextCursor: last ? writeCursor([last.group, String(last.rank), last.id]) : null,
  }
}

function compare(a: SortKey, b: SortKey): number {
  if (a.group !== b.group) return b.group - a.group
  if (a.rank !== b.rank) return a.rank < b.rank ? 1 : -1
  if (a.id !== b.id) return a.id < b.id ? 1 : -1
  return 0
}

/** New or regressed since that instant. */
function isNewSince({ firstSeen, lastSeen, status }: IssueState, instant: bigint): boolean {
  return firstSeen >= instant || (status === 'regressed' && lastSeen >= instant)
}

function rankOf({ firstSeen, lastSeen }: IssueState, sort: IssueSort, count: number): bigint {
  if (sort === 'count' || sort === 'users') return BigInt(count)
  return sort === 'firstSeen' ? firstSeen : lastSeen
}
