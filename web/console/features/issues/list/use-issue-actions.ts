// The selected rows of a table of issues, and the actions on them or on the focused row.
import { useState } from 'react'
import type { Issue, IssueChange, IssuesFilter } from '../../../../../contract/issues.ts'
import type { Shortcut } from '../../../app/shortcuts.ts'
import type { Roving } from '../../../ui/roving.ts'
import { toggle } from '../../../ui/set-toggle.ts'
import { useToast } from '../../../ui/toast.tsx'
import { plainText } from '../../../ui/untrusted-text.tsx'
import { actionShortcuts } from '../issue-actions.ts'
import { useIssueChanges } from '../use-issue-changes.ts'
import { useMay } from '../../../http/access.ts'

/** Its button has this with `-button`. */
export const MERGE_FORM_ID = 'merge-form'

const NO_IDS: ReadonlySet<string> = new Set()

type Selection = ReturnType<typeof useSelection>
export type IssueActions = ReturnType<typeof useIssueActions>

/** `isAll`: includes matches that are not loaded. A list with another key starts without a selection. */
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
  /** Number of matches. */
  total: number
  /** The filter of the list; undefined if all matches are loaded. */
  filter?: IssuesFilter
  /** Rows still belong to the previous filters; actions are disabled. */
  isStale?: boolean
}

export function useIssueActions({ issues, selection, roving, total, filter, isStale = false }: Input) {
  const changes = useIssueChanges()
  const mayChange = useMay('write')
  const { showToast } = useToast()
  const { ids: selectedIds, isAll, select } = selection
  const selected = issues.filter(({ id }) => selectedIds.has(id))
  const changeable = issues.filter(({ service }) => mayChange(service))
  const focused = changeable.find(({ id }) => id === issues[roving.index]?.id)
  const targets = selected.length > 0 ? selected : focused ? [focused] : []

  const toggleSelected = (id: string) => select(toggle(selectedIds, id))
  const selectAll = (all: boolean) => select(new Set(all ? changeable.map(({ id }) => id) : []))
  const selectMatching = () => select(selectedIds, true)
  const clear = () => {
    if (selectedIds.size > 0) roving.followFocus()
    select(NO_IDS)
  }
  /** Applies to all matches, to the selected issues, or to the focused one. */
  const change = (issueChange: IssueChange) => {
    if (targets.length === 0 || isStale) return
    roving.followFocus()
    if (isAll && filter) changes.changeMatching(filter, total, issueChange)
    else changes.change(targets, issueChange)
    clear()
  }
  const merge = (into: Issue) => {
    if (isStale || isAll) return
    const from = selected.filter(({ id }) => id !== into.id)
    roving.followFocus()
    void changes.merge(from, into.id, plainText(into.type, 'Error'))
    clear()
  }
  const openMerge = () => {
    if (selected.length > 1 && !isAll) openMergeForm()
    else showToast({ text: 'Select two or more issues to merge them (x)' })
  }
  /** Selects the focused row, which shows the bar with the controls. */
  const showBar = (open: () => void) => {
    if (targets.length === 0 || isStale) return
    if (selected.length === 0 && focused) toggleSelected(focused.id)
    setTimeout(open)
  }
  const changeShortcuts: Shortcut[] = [
    { keys: 'x', label: 'select', run: () => focused && !isStale && toggleSelected(focused.id) },
    ...actionShortcuts(
      { scope: 'bar', issues: targets, change, count: isAll ? total : targets.length },
      showBar,
    ),
    { keys: 'm', label: 'merge into…', run: openMerge },
    { keys: 'z', label: 'undo', run: changes.undo },
  ]
  const clearShortcut: Shortcut = { keys: 'Escape', label: 'clear selection', run: clear }
  return {
    issues,
    changeable,
    total,
    selected,
    selectedIds,
    isAll,
    mayChange,
    toggleSelected,
    selectAll,
    selectMatching,
    clear,
    change,
    merge,
    shortcuts: mayChange() ? changeShortcuts : [],
    clearShortcuts: mayChange() ? [clearShortcut] : [],
  }
}

function openMergeForm(): void {
  document.getElementById(`${MERGE_FORM_ID}-button`)?.click()
  focusMergeTarget()
}

/** Not only when the browser reports that the form is open: the next key may come before. */
export function focusMergeTarget(): void {
  document.querySelector<HTMLInputElement>(`#${MERGE_FORM_ID} :checked`)?.focus()
}
