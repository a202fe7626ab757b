// The rows of the issue list, the focused one of them, and the shortcuts.
import { useNavigate } from '@tanstack/react-router'
import type { Issue } from '../../../../../contract/issues.ts'
import { period, type IssueFilters } from '../../../search/filters.ts'
import { lastList } from '../last-list.ts'
import { useLive } from '../../../app/live.tsx'
import { useRoving } from '../../../ui/roving.ts'
import { storeSearch } from '../../../search/search-tokens.ts'
import { rowShortcuts, type Shortcut } from '../../../app/shortcuts.ts'
import { useStillRows } from './still-rows.ts'
import { useIsBusy } from './use-is-busy.ts'
import { useIssueActs, useSelection } from './use-issue-acts.ts'

/** The next page is loaded when so many rows are left below the focus. */
const ROWS_AHEAD = 10

export type IssueList = ReturnType<typeof useIssueList>

type Input = {
  /** As the store has them. */
  loaded: Issue[]
  /** How many match. */
  total: number
  filters: IssueFilters
  /** The rows are those of the former filters. */
  isStale: boolean
  /** Loads the next page, where there is one. */
  loadMore: () => void
}

export function useIssueList({ loaded, total, filters, isStale, loadMore }: Input) {
  const navigate = useNavigate()
  const { decided } = useLive()
  const listKey = JSON.stringify(filters)
  const selection = useSelection(listKey)
  const [isWorking, tableProps] = useIsBusy()
  const isBusy = !isStale && (isWorking || selection.ids.size > 0)
  const { rows: issues, waiting, showWaiting } = useStillRows({ rows: loaded, listKey, isBusy, decided })
  const [roving, setTable] = useRoving(
    issues.map(({ id }) => id),
    { listKey: isStale ? 'stale' : listKey, initialId: lastList().issueId },
  )
  const acts = useIssueActs({ issues, selection, roving, total, filter: filterOf(filters), isStale })
  const open = () => {
    const focused = issues[roving.index]
    if (focused) void navigate({ to: '/issues/$id', params: { id: focused.id }, state: { fromList: true } })
  }
  const move = (by: number) => {
    roving.move(by)
    if (by > 0 && roving.index >= issues.length - ROWS_AHEAD) loadMore()
  }
  const shortcuts: Shortcut[] = [
    ...rowShortcuts(move),
    { keys: 'Enter', label: 'open', run: open },
    ...acts.shortcuts,
    { keys: '.', label: 'show new', run: showWaiting },
    { keys: 'Escape', label: 'clear selection', run: acts.clear },
  ]
  return { ...acts, isStale, waiting, showWaiting, roving, setTable, tableProps, shortcuts }
}

/** The parameters of the list, without those of its order. */
function filterOf({ service, environment, release, q, status, ...time }: IssueFilters) {
  const search = storeSearch(q, 'issues')
  const values = { service, environment, release, q: search, status, ...period(time) }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
