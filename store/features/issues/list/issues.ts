// One page of a list of issues, and how many there are of each status: one pass over the columns of all, and
// objects only for the page. Measured with a million issues: see bench/README.md.
import type { Deploy, IssueSort, IssueStatus, IssuesAnswer } from '../../../../contract/issues.ts'
import { exactInstant } from '../../../database/instants.ts'
import { nextTurn } from '../../../../server/event-loop.ts'
import { cursorOf, pageOf, type Cursor } from '../../../http/cursor.ts'
import { filters, PAGE } from '../../../http/filters.ts'
import { choice, choices } from '../../../http/parameters.ts'
import { path } from '../../../http/path.ts'
import type { OccurrenceSelection } from '../../../occurrences/occurrences.ts'
import {
  compareRanks,
  createRanking,
  cursorOfRank,
  rankOfCursor,
  TopRanks,
  type IssueRanking,
  type Rank,
} from './issue-ranking.ts'
import { withIssueTerms } from '../state/issue-terms.ts'
import { issueRows } from './issue-rows.ts'
import { allIssueStates, isNew, stateOf, type IssueState, type IssueStates } from '../state/issue-state.ts'
import type { ReleaseOrder } from '../state/release-order.ts'
import type { QueryContext } from '../query-context.ts'

export const ISSUE_STATUSES: readonly IssueStatus[] = ['new', 'regressed', 'ongoing', 'resolved', 'ignored']

/** What selects issues, by their occurrences and their status. */
export const SELECTION = {
  filters: filters(),
  status: choices('Default: new, regressed, ongoing.', ISSUE_STATUSES, ['new', 'regressed', 'ongoing']),
}

export const SORTS: readonly IssueSort[] = ['change', 'lastSeen', 'firstSeen', 'count', 'users']

export const issuesPath = path('GET /api/issues', {
  summary: 'Issues, with the number of each status',
  parameters: {
    ...SELECTION,
    sort: choice('Default `change`: new or regressed since the latest release first.', SORTS, 'change'),
    page: PAGE,
  },
  answer: 'IssuesAnswer',
  async handle({ parameters }, context: QueryContext): Promise<IssuesAnswer> {
    const { sort, page } = parameters
    const filters = withIssueTerms(context, parameters.filters)
    const statuses = new Set(parameters.status)
    const after = cursorOf(page.cursor, 'innnh')
    const selection = await context.occurrences.select(filters, context)
    const list = { statuses, sort, after, limit: page.limit, from: filters.from }
    const { states, counts, deploys, nextCursor } = await listIssues(context, selection, list)
    return {
      issues: await issueRows(context, states, selection, filters),
      total: [...statuses].reduce((sum, status) => sum + counts[status], 0),
      counts,
      ...(sort === 'change' && { deploys }),
      nextCursor,
    }
  },
})

/** `after`: the last row of the previous page; null: the first page. */
type ListQuery = {
  statuses: ReadonlySet<IssueStatus>
  sort: IssueSort
  after: Cursor | null
  limit: number
  /** Of the range. */
  from: bigint
}

type StatusCounts = Record<IssueStatus, number>

/** `counts`: of all matches. */
type IssuePage = {
  states: IssueState[]
  counts: StatusCounts
  deploys: Deploy[]
  nextCursor: string | null
}

export async function listIssues(
  context: QueryContext,
  selection: OccurrenceSelection,
  query: ListQuery,
): Promise<IssuePage> {
  const { sort, limit, from } = query
  const [states, releases] = await Promise.all([allIssueStates(context), context.issueCache.releases()])
  const { index } = states
  const unit = sort === 'users' || sort === 'change' ? 'users' : 'events'
  const { events, counts } = await selection.countByIssue(unit, index.fingerprints)
  await nextTurn()
  const ranking = createRanking({ index, releases, sort, counts, events, from })
  const { ranks, statusCounts, changed } = rankIssues({ states, events, ranking, query })
  const { page, nextCursor } = pageOf(ranks, limit, (last) => cursorOfRank(last, sort, index))
  return {
    states: page.flatMap(({ number }) => stateOf(states, number) ?? []),
    counts: statusCounts,
    deploys: deploysOf(changed, releases),
    nextCursor,
  }
}

type Pass = { states: IssueStates; events: Uint32Array; ranking: IssueRanking; query: ListQuery }

/** `ranks`: the page and one more. `events`: by the number of the issue; 0: it does not match. */
function rankIssues({ states, events, ranking, query }: Pass): {
  ranks: Rank[]
  statusCounts: StatusCounts
  changed: Map<string, number>
} {
  const { statuses, sort, after, limit } = query
  const { services } = states.index
  const statusCounts: StatusCounts = { new: 0, regressed: 0, ongoing: 0, resolved: 0, ignored: 0 }
  const afterRank = after && rankOfCursor(after, sort)
  const top = new TopRanks(limit + 1)
  const changed = new Map<string, number>()
  const offer = (rank: Rank): void => {
    if (rank.group === 1) {
      const service = services.texts[states.index.service[rank.number]!]!
      changed.set(service, (changed.get(service) ?? 0) + 1)
    }
    if (afterRank === null || compareRanks(rank, afterRank) < 0) top.offer(rank)
  }
  const isSpecial = new Uint8Array(events.length)
  for (const [number, state] of states.special) {
    isSpecial[number] = 1
    if (!events[number]) continue
    statusCounts[state.status]++
    if (statuses.has(state.status)) offer(ranking.rankOfState(state, number))
  }
  const { lastSeconds } = states.index
  const isListed = { new: statuses.has('new'), ongoing: statuses.has('ongoing') }
  // Backwards: the latest issues have the greatest numbers, and most others are not among the greatest.
  for (let number = events.length - 1; number >= 0; number--) {
    if (events[number] === 0 || isSpecial[number] === 1 || !lastSeconds[number]) continue
    const status = isNew(states, number) ? 'new' : 'ongoing'
    statusCounts[status]++
    if (isListed[status]) offer(ranking.rankOf(number))
  }
  return { ranks: top.sorted(), statusCounts, changed }
}

/** `changed`: issues by service. The latest deploy first; services without a release are one, the last. */
function deploysOf(changed: Map<string, number>, { latest }: ReleaseOrder): Deploy[] {
  const named = [...changed].flatMap(([service, count]) => {
    const deploy = latest.get(service)
    return deploy ? [{ service, release: deploy.release, at: deploy.at, count }] : []
  })
  const unknown = [...changed].reduce((sum, [service, count]) => sum + (latest.has(service) ? 0 : count), 0)
  return [
    ...named
      .toSorted((a, b) => Number(b.at - a.at))
      .map((deploy) => ({ ...deploy, at: exactInstant(deploy.at) })),
    ...(unknown > 0 ? [{ service: '', release: '', at: null, count: unknown }] : []),
  ]
}
