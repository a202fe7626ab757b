// A tab for each status with its number of issues. "Open" is new, regressed and ongoing.
import { Link } from '@tanstack/react-router'
import type { IssuesAnswer, IssueStatus } from '../../../../store/api/contract.ts'
import { ISSUE_STATUSES } from '../../filters.ts'
import { formatCount } from '../../format-number.ts'
import { useLive } from '../../live.tsx'
import { Status } from '../../parts/issue-status.tsx'
import css from './issues.module.css'

type Props = { status: IssueStatus | undefined; shown: number; answer: IssuesAnswer | undefined }

export function StatusTabs({ status, shown, answer }: Props) {
  const live = useLive()
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
      <span className={css.end}>
        <button
          type="button"
          className={`quiet ${css.live}`}
          aria-pressed={live.enabled}
          title={live.connected ? 'New events appear at once' : 'New events appear within 10 s'}
          onClick={() => live.setEnabled(!live.enabled)}
        >
          <span className="dot" />
          Live
        </button>
        {answer && (
          <span className="num">
            {formatCount(shown)} of {formatCount(answer.total)}
          </span>
        )}
      </span>
    </nav>
  )
}
