// The checkboxes of lists of issues. Issues that the reader may not change lack them.
import type { Issue } from '../../../../../contract/issues.ts'
import { plainText } from '../../../ui/untrusted-text.tsx'
import type { IssueActions } from './use-issue-actions.ts'

type SelectProps = {
  issue: Pick<Issue, 'id' | 'type' | 'service'>
  actions: Pick<IssueActions, 'mayChange' | 'selectedIds' | 'toggleSelected'>
  tabIndex: number
}

/** The cell with the checkbox of a short list. */
export function SelectIssue({ issue: { id, type, service }, actions, tabIndex }: SelectProps) {
  if (!actions.mayChange(service)) return <td className="select" />
  return (
    <td className="select">
      <input
        type="checkbox"
        aria-label={`Select ${plainText(type, 'Error')}`}
        checked={actions.selectedIds.has(id)}
        onChange={() => actions.toggleSelected(id)}
        tabIndex={tabIndex}
      />
    </td>
  )
}

type SelectAllProps = {
  actions: Pick<IssueActions, 'changeable' | 'isAll' | 'mayChange' | 'selectedIds' | 'selectAll'>
  isStale?: boolean
}

/** The cell in the head of a list. */
export function SelectAll({ actions, isStale = false }: SelectAllProps) {
  const { changeable, isAll, mayChange, selectedIds, selectAll } = actions
  // An empty cell is no heading.
  if (!mayChange()) return <td className="select" />
  return (
    <th className="select">
      <input
        type="checkbox"
        aria-label="Select all shown"
        checked={isAll || (changeable.length > 0 && changeable.every(({ id }) => selectedIds.has(id)))}
        disabled={isStale}
        onChange={(event) => selectAll(event.target.checked)}
      />
    </th>
  )
}
