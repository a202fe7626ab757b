// One issue in the list. It is drawn again only when it changes.
import { memo, type RefCallback } from 'react'
import type { Issue } from '../../../../../contract/issues.ts'
import { plainText } from '../../../ui/untrusted-text.tsx'
import { ISSUE_COLUMNS } from './issue-columns.tsx'
import css from './issues.module.css'

/** Characters of a message in the label of a checkbox. */
const MAX_LABEL = 80

/** Rows of the table above the first issue. */
const HEAD_ROWS = 1

type Props = {
  issue: Issue
  /** Among all rows of the table, headings included. */
  position: number
  /** Among the issues. */
  index: number
  tabIndex: number
  isCurrent: boolean
  isSelected: boolean
  isStale: boolean
  canSelect: boolean
  /** The same function in each render, like `measure`. */
  toggleSelected: (id: string) => void
  onFocus: (index: number) => void
  /** Called with the element of the row. */
  measure: RefCallback<HTMLTableRowElement>
}

export const IssueRow = memo(function IssueRow({ issue, position, index, tabIndex, ...props }: Props) {
  const { isCurrent, isSelected, isStale, canSelect, toggleSelected, onFocus, measure } = props
  const { id, type, message } = issue
  return (
    <tr
      ref={measure}
      data-index={position}
      aria-rowindex={position + HEAD_ROWS + 1}
      data-row={index}
      aria-current={isCurrent || undefined}
      aria-selected={isSelected}
      onFocus={() => onFocus(index)}
    >
      <td className="select">
        {canSelect && (
          <input
            type="checkbox"
            aria-label={`Select ${plainText(type, 'Error')} ${plainText(message.slice(0, MAX_LABEL))}`}
            checked={isSelected}
            onChange={() => toggleSelected(id)}
            disabled={isStale}
            tabIndex={tabIndex}
          />
        )}
      </td>
      <IssueCells issue={issue} tabIndex={tabIndex} />
    </tr>
  )
})

/** The cells that do not depend on selection and focus. */
const IssueCells = memo(function IssueCells({ issue, tabIndex }: Pick<Props, 'issue' | 'tabIndex'>) {
  return ISSUE_COLUMNS.map(({ name, isNumber, cell }) => (
    <td key={name} className={`${isNumber ? 'num ' : ''}${css[name] ?? ''}`}>
      {cell(issue, tabIndex)}
    </td>
  ))
})
