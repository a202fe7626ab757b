// The checkbox of an issue in a short list.
import type { Issue } from '../../../../../contract/issues.ts'
import { plainText } from '../../../ui/untrusted-text.tsx'
import type { IssueActions } from './use-issue-actions.ts'

type SelectProps = {
  issue: Pick<Issue, 'id' | 'type'>
  actions: Pick<IssueActions, 'selectedIds' | 'toggleSelected'>
  tabIndex: number
}

/** The cell with the checkbox of a short list. */
export function SelectIssue({ issue: { id, type }, actions, tabIndex }: SelectProps) {
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
