// The focused row and the selected rows of the issue list, and the shortcuts that act on them.
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Issue, IssueChange } from '../../../../store/api/contract.ts'
import { useIssueActions } from '../../issue-actions.ts'
import { openIgnoreMenu } from '../../parts/ignore-menu.tsx'
import { useRoving } from '../../parts/roving.ts'
import { useToast } from '../../parts/toast.tsx'
import { toggle } from '../../set-toggle.ts'
import type { Shortcut } from '../../shortcuts.ts'

export const IGNORE_MENU_ID = 'ignore-selected'

export type IssueList = ReturnType<typeof useIssueList>

export function useIssueList(issues: Issue[]) {
  const navigate = useNavigate()
  const applyChange = useIssueActions()
  const { runAction } = useToast()
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const [roving, setTable] = useRoving(issues.length)
  const selected = issues.filter(({ id }) => selectedIds.has(id))
  const focused = issues[roving.index]

  const toggleSelected = (id: string) => setSelectedIds((ids) => toggle(ids, id))
  const selectAll = (all: boolean) => setSelectedIds(new Set(all ? issues.map(({ id }) => id) : []))
  const clear = () => selectAll(false)
  /** Applies to the selected issues, else to the focused one. */
  const change = (issueChange: IssueChange) => {
    const targets = selected.length > 0 ? selected : focused ? [focused] : []
    if (targets.length === 0) return
    applyChange(targets, issueChange)
    clear()
  }
  const open = () => focused && void navigate({ to: '/issues/$id', params: { id: focused.id } })
  const ignore = () => {
    if (selected.length === 0 && focused) toggleSelected(focused.id)
    // The menu is in the bar that the selection shows.
    setTimeout(() => openIgnoreMenu(IGNORE_MENU_ID))
  }
  const shortcuts: Shortcut[] = [
    { keys: 'j', label: 'next', run: () => roving.move(1) },
    { keys: 'k', label: 'previous', run: () => roving.move(-1) },
    { keys: 'Enter', label: 'open', run: open },
    { keys: 'x', label: 'select', run: () => focused && toggleSelected(focused.id) },
    { keys: 'e', label: 'resolve', run: () => change({ status: 'resolved' }) },
    { keys: 'i', label: 'ignore until…', run: ignore },
    { keys: 'z', label: 'undo', run: runAction },
    { keys: 'Escape', label: 'clear selection', run: clear },
  ]
  return {
    issues,
    selected,
    selectedIds,
    toggleSelected,
    selectAll,
    clear,
    change,
    roving,
    setTable,
    shortcuts,
  }
}
