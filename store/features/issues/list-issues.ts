// One page of a list of issues, and how many there are of each status: one pass over the columns of all, and
// objects only for the page. Measured with a million issues: see bench/README.md.
import type { IssueSort, IssueStatus } from '../../../contract/issues.ts'
import { nextTurn } from '../../event-loop.ts'
import type { OccurrenceSelection } from '../../occurrences/occurrences.ts'
import { createRanking, fromSortKey, toSortKey, type IssueRanking, type SortKey } from './issue-ranking.ts'
import { allIssueStates, isNew, stateOf, type IssueState, type IssueStates } from './issue-state.ts'
import type { QueryContext } from './query-context.ts'
import { compareRanks, TopRanks, type Rank } from './top-ranks.ts'

export type ListQuery = {
  statuses: ReadonlySet<IssueStatus>
  sort: IssueSort
  /** The last row of the previous page; null: the first page. */
  after: SortKey | null
  limit: number
}

export type StatusCounts = Record<IssueStatus, number>

/** `counts`: of all matches. `next`: the last row where there is a further page, else null. */
export type IssuePage = { states: IssueState[]; counts: StatusCounts; next: SortKey | null }

export async function listIssues(
  context: QueryContext,
  selection: OccurrenceSelection,
  query: ListQuery,
): Promise<IssuePage> {
  const { sort, limit } = query
  const [states, releases] = await Promise.all([allIssueStates(context), context.issueCache.releases()])
  const { index } = states
  const unit = sort === 'users' ? 'users' : 'events'
  const { events, counts } = await selection.countByIssue(unit, index.fingerprints)
  await nextTurn()
  const ranking = createRanking({ index, releases, sort, counts })
  const { ranks, statusCounts } = rankIssues({ states, events, ranking, query })
  const page = ranks.slice(0, limit)
  const last = ranks.length > limit ? page.at(-1) : undefined
  return {
    states: page.flatMap(({ number }) => stateOf(states, number) ?? []),
    counts: statusCounts,
    next: last === undefined ? null : toSortKey(last, sort, index),
  }
}

type Pass = { states: IssueStates; events: Uint32Array; ranking: IssueRanking; query: ListQuery }

/** `ranks`: the page and one more. `events`: by the number of the issue; 0: it does not match. */
function rankIssues({ states, events, ranking, query }: Pass): {
  ranks: Rank[]
  statusCounts: StatusCounts
} {
  const { statuses, sort, after, limit } = query
  const statusCounts: StatusCounts = { new: 0, regressed: 0, ongoing: 0, resolved: 0, ignored: 0 }
  const afterRank = after === null ? null : fromSortKey(after, sort)
  const top = new TopRanks(limit + 1)
  const offer = (rank: Rank): void => {
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
  // Backwards: the latest issues have the greatest numbers, and most others do not enter the heap.
  for (let number = events.length - 1; number >= 0; number--) {
    if (events[number] === 0 || isSpecial[number] === 1 || !lastSeconds[number]) continue
    const status = isNew(states, number) ? 'new' : 'ongoing'
    statusCounts[status]++
    if (isListed[status]) offer(ranking.rankOf(number))
  }
  return { ranks: top.sorted(), statusCounts }
}
