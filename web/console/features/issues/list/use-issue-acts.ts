// The selected rows of a table of issues, and the acts on them, or on the row that has the focus.
import { useState } from 'react'
import type { Issue, IssueChange, IssuesFilter } from '../../../../../contract/issues.ts'
import { isClosed, useIssueActions } from '../issue-actions.ts'
import { openAssignForm } from '../assign-form.tsx'
import { plainText } from '../../../ui/untrusted-text.tsx'
import { openIgnoreMenu } from '../ignore-menu.tsx'
import type { Roving } from '../../../ui/roving.ts'
import { useToast } from '../../../ui/toast.tsx'
import { toggle } from '../../../ui/set-toggle.ts'
import type { Shortcut } from '../../../app/shortcuts.ts'

export const IGNORE_MENU_ID = 'ignore-selected'
export const ASSIGN_FORM_ID = 'assign-selected'

const NO_IDS: ReadonlySet<string> = new Set()

export type Selection = ReturnType<typeof useSelection>
export type IssueActs = ReturnType<typeof useIssueActs>

/** `isAll`: also those that match and are not loaded. Another key is another list, without a selection. */
export function useSelection(listKey: string) {
  const [selection, setSelection] = useState({ key: listKey, ids: NO_IDS, isAll: false })
  const { ids, isAll } = selection.key === listKey ? selection : { ids: NO_IDS, isAll: false }
  const select = (selected: ReadonlySet<string>, all = false) =>
    setSelection({ key: listKey, ids: selected, isAll: all })
  return { ids, isAll, select }
}

type Input = {
  /** The rows in their order. */
  issues: Issue[]
  selection: Selection
  roving: Roving
  /** How many match. */
  total: number
  /** What they match. Without it all are loaded. */
  filter?: IssuesFilter
  /** The rows are those of the former filters: acts rest. */
  isStale?: boolean
}

export function useIssueActs({ issues, selection, roving, total, filter, isStale = false }: Input) {
  const actions = useIssueActions()
  const { showToast } = useToast()
  const { ids: selectedIds, isAll, select } = selection
  const selected = issues.filter(({ id }) => selectedIds.has(id))
  const focused = issues[roving.index]
  const targets = selected.length > 0 ? selected : focused ? [focused] : []
  const isClosing = !targets.every(({ status }) => isClosed(status))

  const toggleSelected = (id: string) => select(toggle(selectedIds, id))
  const selectAll = (all: boolean) => select(new Set(all ? issues.map(({ id }) => id) : []))
  const selectMatching = () => select(selectedIds, true)
  const clear = () => {
    if (selectedIds.size > 0) roving.followFocus()
    select(NO_IDS)
  }
  /** Applies to all that match, to the selected issues, or to the focused one. */
  const change = (issueChange: IssueChange) => {
    if (targets.length === 0 || isStale) return
    roving.followFocus()
    if (isAll && filter) actions.changeMatching(filter, total, issueChange)
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
  const shortcuts: Shortcut[] = [
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
  ]
  return {
    issues,
    total,
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
    shortcuts,
  }
}
