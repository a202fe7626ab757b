// One issue in the list. It is drawn again only when something of it changes.
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { Issue } from '../../../../../contract/issues.ts'
import { UntrustedText, plainText } from '../../../ui/untrusted-text.tsx'
import { Age } from '../../../ui/age.tsx'
import { Count } from '../../../ui/count.tsx'
import { needsAttention, Status } from '../issue-status.tsx'
import { ServiceName } from '../../../ui/service-name.tsx'
import { Sparkline } from '../../../charts/sparkline.tsx'
import css from './issues.module.css'

/** The same object in each render: a link with another one stops loading what it leads to. */
const FROM_LIST = { fromList: true }
/** Characters of a type that a row shows. */
export const MAX_TYPE = 200
/** Characters of a message that a row can show on the widest screen. */
const MAX_MESSAGE = 400
/** Characters of a message that a screen reader says for a checkbox. */
const MAX_LABEL = 80

/** Rows of the table above the first issue. */
const HEAD_ROWS = 1

type Props = {
  issue: Issue
  /** Among all rows of the table. */
  position: number
  /** Among the issues. */
  index: number
  tabIndex: number
  isCurrent: boolean
  isSelected: boolean
  isStale: boolean
  /** The same function in each render, as that of `measure`. */
  toggleSelected: (id: string) => void
  onFocus: (index: number) => void
  /** Called with the element of the row. */
  measure: (row: HTMLTableRowElement | null) => void
}

export const IssueRow = memo(function IssueRow({ issue, position, index, tabIndex, ...props }: Props) {
  const { isCurrent, isSelected, isStale, toggleSelected, onFocus, measure } = props
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
      <td className={css.select}>
        <input
          type="checkbox"
          aria-label={`Select ${plainText(type, 'Error')} ${plainText(message.slice(0, MAX_LABEL))}`}
          checked={isSelected}
          onChange={() => toggleSelected(id)}
          disabled={isStale}
          tabIndex={tabIndex}
        />
      </td>
      <IssueCells issue={issue} tabIndex={tabIndex} />
    </tr>
  )
})

/** What the selection and the focus do not change. */
const IssueCells = memo(function IssueCells({ issue, tabIndex }: Pick<Props, 'issue' | 'tabIndex'>) {
  const { id, type, message, status, assignee, users } = issue
  return (
    <>
      <td className={css.status}>
        <Status status={status} />
      </td>
      <td className={css.issue}>
        <Link to="/issues/$id" params={{ id }} state={FROM_LIST} className="clip" tabIndex={tabIndex}>
          <b>
            <UntrustedText text={type.slice(0, MAX_TYPE)} empty="Error" />
          </b>{' '}
          <UntrustedText text={firstLine(message)} />
        </Link>
        <p className="clip">
          {issue.culprit && (
            <code>
              <UntrustedText text={issue.culprit} />
            </code>
          )}
          <ServiceName name={issue.service} />
        </p>
      </td>
      <td className={css.trend}>
        <Sparkline buckets={issue.trend} hot={needsAttention(status)} />
      </td>
      <td className={`num ${css.events}`}>
        <Count value={issue.count} noun="event" />
      </td>
      <td className={`num ${css.users} ${users === 0 ? 'faint' : ''}`}>
        <Count value={users} noun="user" />
      </td>
      <td className={`num ${css.seen}`}>
        <Age at={issue.lastSeen} />
        <small>
          <Age at={issue.firstSeen} />
        </small>
      </td>
      <td className={css.release}>
        <Releases releases={issue.releases.filter(Boolean)} />
      </td>
      <td className={css.assignee}>
        {assignee && (
          <span className="initials" title={`Assigned to ${plainText(assignee)}`}>
            {initialsOf(assignee)}
          </span>
        )}
      </td>
    </>
  )
})

function Releases({ releases }: { releases: string[] }) {
  const newest = releases.at(-1)
  const [oldest = ''] = releases
  if (!newest?.trim()) return <span className="faint">–</span>
  return (
    <>
      <div title={plainText(newest)}>
        <UntrustedText text={newest} />
      </div>
      <small title={plainText(oldest)}>
        {oldest === newest ? (
          'only this one'
        ) : (
          <>
            since <UntrustedText text={oldest} />
          </>
        )}
      </small>
    </>
  )
}

/** The first two letters or digits. */
function initialsOf(name: string): string {
  return (name.match(/[\p{L}\p{N}]/gu) ?? []).slice(0, 2).join('').toUpperCase()
}

export function firstLine(message: string): string {
  return message.split('\n', 1)[0]?.slice(0, MAX_MESSAGE) ?? ''
}
