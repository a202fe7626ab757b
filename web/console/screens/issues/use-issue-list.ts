// The focused row and the selected rows of the issue list, and the shortcuts that act on them.
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Issue, IssueChange } from '../../../../store/api/contract.ts'
import { period, type IssueFilters } from '../../filters.ts'
import { isClosed, useIssueActions } from '../../issue-actions.ts'
import { lastList } from '../../last-list.ts'
import { useLive } from '../../live.tsx'
import { openAssignForm } from '../../parts/assign-form.tsx'
import { openIgnoreMenu } from '../../parts/ignore-menu.tsx'
import { plainText } from '../../parts/foreign-text.tsx'
import { useRoving } from '../../parts/roving.ts'
import { useToast } from '../../parts/toast.tsx'
import { storeSearch } from '../../search-tokens.ts'
import { toggle } from '../../set-toggle.ts'
import { rowShortcuts, type Shortcut } from '../../shortcuts.ts'
import { useStillRows } from './still-rows.ts'
import { useIsBusy } from './use-is-busy.ts'

export const IGNORE_MENU_ID = 'ignore-selected'
export const ASSIGN_FORM_ID = 'assign-selected'

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
  const actions = useIssueActions()
  const { showToast } = useToast()
  const { decided } = useLive()
  const listKey = JSON.stringify(filters)
  const [selection, setSelection] = useState({ key: listKey, ids: NO_IDS, isAll: false })
  const { ids: selectedIds, isAll } = selection.key === listKey ? selection : { ids: NO_IDS, isAll: false }
  const [isWorking, tableProps] = useIsBusy()
  const isBusy = !isStale && (isWorking || selectedIds.size > 0)
  const { rows: issues, waiting, showWaiting } = useStillRows({ rows: loaded, listKey, isBusy, decided })
  const [roving, setTable] = useRoving(
    issues.map(({ id }) => id),
    { listKey: isStale ? 'stale' : listKey, initialId: lastList().issueId },
  )
  const selected = issues.filter(({ id }) => selectedIds.has(id))
  const focused = issues[roving.index]
  const targets = selected.length > 0 ? selected : focused ? [focused] : []
  const isClosing = !targets.every(({ status }) => isClosed(status))

  const select = (ids: ReadonlySet<string>) => setSelection({ key: listKey, ids, isAll: false })
  const toggleSelected = (id: string) => select(toggle(selectedIds, id))
  const selectAll = (all: boolean) => select(new Set(all ? issues.map(({ id }) => id) : []))
  const selectMatching = () => setSelection({ key: listKey, ids: selectedIds, isAll: true })
  const clear = () => {
    if (selectedIds.size > 0) roving.followFocus()
    select(NO_IDS)
  }
  /** Applies to all that match, to the selected issues, or to the focused one. */
  const change = (issueChange: IssueChange) => {
    if (targets.length === 0 || isStale) return
    roving.followFocus()
    if (isAll) actions.changeMatching(filterOf(filters), total, issueChange)
    else actions.change(targets, issueChange)
    clear()
  }
  const merge = () => {
    if (isStale || isAll) return
    if (selected.length < 2) {
      showToast({ text: 'Select two or more issues to merge them (x)' })
      return
    }
    const [into, ...from] = selected.toSorted((a, b) => a.firstSeen.localeCompare(b.firstSeen))
    roving.followFocus()
    if (into) void actions.merge(from, into.id, plainText(into.type, 'Error'))
    clear()
  }
  /** Opens a menu of the bar that the selection shows. */
  const openInBar = (openMenu: () => void) => {
    if (targets.length === 0 || isStale) return
    if (selected.length === 0 && focused) toggleSelected(focused.id)
    setTimeout(openMenu)
  }
  const open = () =>
    focused && void navigate({ to: '/issues/$id', params: { id: focused.id }, state: { fromList: true } })
  const move = (by: number) => {
    roving.move(by)
    if (by > 0 && roving.index >= issues.length - ROWS_AHEAD) loadMore()
  }
  const shortcuts: Shortcut[] = [
    ...rowShortcuts(move),
    { keys: 'Enter', label: 'open', run: open },
    { keys: 'x', label: 'select', run: () => focused && !isStale && toggleSelected(focused.id) },
    {
      keys: 'e',
      label: isClosing || targets.length === 0 ? 'resolve' : 'reopen',
      run: () => change({ status: isClosing ? 'resolved' : 'open' }),
    },
    { keys: 'i', label: 'ignore until…', run: () => openInBar(() => openIgnoreMenu(IGNORE_MENU_ID)) },
    { keys: 'a', label: 'assign', run: () => openInBar(() => openAssignForm(ASSIGN_FORM_ID)) },
    { keys: 'm', label: 'merge', run: merge },
    { keys: 'z', label: 'undo', run: actions.undo },
    { keys: '.', label: 'show new', run: showWaiting },
    { keys: 'Escape', label: 'clear selection', run: clear },
  ]
  return {
    issues,
    total,
    isStale,
    waiting,
    showWaiting,
    selected,
    selectedIds,
    isAll,
    isClosing,
    toggleSelected,
    selectAll,
    selectMatching,
    clear,
    change,
    merge,
    roving,
    setTable,
    tableProps,
    shortcuts,
  }
}

const NO_IDS: ReadonlySet<string> = new Set()

/** The parameters of the list, without those of its order. */
function filterOf({ service, environment, release, q, status, ...time }: IssueFilters) {
  const search = storeSearch(q, 'issues')
  const values = { service, environment, release, q: search, status, ...period(time) }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
