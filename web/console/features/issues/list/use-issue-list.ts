// The rows of the issue list, the focused row, and the shortcuts.
import { useNavigate } from '@tanstack/react-router'
import type { Issue } from '../../../../../contract/issues.ts'
import { commonParameters, type IssueFilters } from '../../../search/filters.ts'
import { lastList } from '../last-list.ts'
import { useLive } from '../../../app/live.tsx'
import { useRoving } from '../../../ui/roving.ts'
import { storeSearch } from '../../../search/search-tokens.ts'
import type { Shortcut } from '../../../app/shortcuts.ts'
import { rowShortcuts } from '../../../app/row-shortcuts.ts'
import { useFrozenRows } from './freeze-list.ts'
import { useIssueActions, useSelection } from './use-issue-actions.ts'
import { type FocusEvent, useState, useSyncExternalStore } from 'react'

/** The next page is loaded when this many rows are left below the focus. */
const ROWS_AHEAD = 10

export type IssueList = ReturnType<typeof useIssueList>

type Input = {
  /** The rows from the store. */
  loaded: Issue[]
  /** Number of matches. */
  total: number
  filters: IssueFilters
  /** The rows still belong to the previous filters. */
  isStale: boolean
  /** Loads the next page, if there is one. */
  loadMore: () => void
}

export function useIssueList({ loaded, total, filters, isStale, loadMore }: Input) {
  const navigate = useNavigate()
  const { changed } = useLive()
  const listKey = JSON.stringify(filters)
  const selection = useSelection(listKey)
  const [hasFocusOrScroll, tableProps] = useListInUse()
  const isInUse = !isStale && (hasFocusOrScroll || selection.ids.size > 0)
  const {
    rows: issues,
    waiting,
    showWaiting,
  } = useFrozenRows({
    rows: loaded,
    listKey,
    isInUse,
    changed,
  })
  const [roving, setTable] = useRoving(
    issues.map(({ id }) => id),
    { listKey: isStale ? 'stale' : listKey, initialId: lastList().issueId },
  )
  const actions = useIssueActions({ issues, selection, roving, total, filter: filterOf(filters), isStale })
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
    ...actions.shortcuts,
    { keys: '.', label: 'show new', run: showWaiting },
    ...actions.clearShortcuts,
  ]
  return { ...actions, isStale, waiting, showWaiting, roving, setTable, tableProps, shortcuts }
}

/** The parameters of the list without its order. */
function filterOf({ q, status, ...filters }: IssueFilters) {
  const values = { ...commonParameters(filters), q: storeSearch(q, 'issues'), status }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/** Smaller scroll offsets, in pixels, do not count as scrolling. */
const SCROLL_START = 40

/**
 * True while the list has the focus or the page is scrolled. The second value: props of the list's element.
 */
function useListInUse() {
  const [hasFocus, setFocus] = useState(false)
  const isScrolled = useSyncExternalStore(subscribe, () => window.scrollY > SCROLL_START)
  const listProps = {
    onFocus: () => setFocus(true),
    // When the window loses the focus, `activeElement` stays.
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      setFocus(currentTarget.contains(relatedTarget) || currentTarget.contains(document.activeElement)),
  }
  return [hasFocus || isScrolled, listProps] as const
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}
