// A tab for each status with its number of issues. "Open" is new, regressed and ongoing.
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { IssueStatus, IssuesAnswer } from '../../../../../contract/issues.ts'
import { ISSUE_STATUSES } from '../../../search/filters.ts'
import { formatCount } from '../../../format/format-number.ts'
import { Status } from '../issue-status.tsx'
import css from './issues.module.css'

type Props = { status: IssueStatus | undefined; answer: IssuesAnswer | undefined }

/** A move in the list does not draw them again. */
export const StatusTabs = memo(function StatusTabs({ status, answer }: Props) {
  const counts = answer?.counts
  const open = counts && counts.new + counts.regressed + counts.ongoing
  return (
    <nav className={`tabs ${css.tabs}`} aria-label="Status">
      {[undefined, ...ISSUE_STATUSES].map((tab) => (
        <Link
          key={tab ?? 'open'}
          to="/"
          search={(current) => ({ ...current, status: tab })}
          // Without it the tab without a status is current on every other tab too.
          activeOptions={{ includeSearch: true, explicitUndefined: true }}
          aria-current={status === tab ? 'page' : undefined}
        >
          {tab ? <Status status={tab} /> : 'Open'} <small>{formatCount(tab ? counts?.[tab] : open)}</small>
        </Link>
      ))}
    </nav>
  )
})
