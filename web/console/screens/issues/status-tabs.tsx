import { Link } from '@tanstack/react-router'
import type { IssuesAnswer, IssueStatus } from '../../../../store/api/contract.ts'
import type { IssueFilters } from '../../filters.ts'
import { useLive } from '../../live.tsx'
import { count } from '../../format-number.ts'
import { Status } from '../../parts/issue-status.tsx'
import css from './issues.module.css'

const STATUSES: IssueStatus[] = ['new', 'regressed', 'ongoing', 'resolved', 'ignored']

type Props = {
  filters: IssueFilters
  counts: IssuesAnswer['counts'] | undefined
  shown: number
  total: number | undefined
}

export function Tabs({ filters, counts, shown, total }: Props) {
  const live = useLive()
  const open = counts && counts.new + counts.regressed + counts.ongoing
  return (
    <nav className={`tabs ${css.tabs}`} aria-label="State">
      <Link
        to="/"
        search={(before) => ({ ...before, status: undefined })}
        aria-current={filters.status ? undefined : 'page'}
      >
        Inbox <small>{count(open)}</small>
      </Link>
      {STATUSES.map((status) => (
        <Link
          key={status}
          to="/"
          search={(before) => ({ ...before, status })}
          aria-current={filters.status === status ? 'page' : undefined}
        >
          <Status status={status} /> <small>{count(counts?.[status])}</small>
        </Link>
      ))}
      <span className={css.end}>
        <button
          type="button"
          className={`quiet ${css.live}`}
          aria-pressed={live.on}
          title={live.connected ? 'New events show at once' : 'New events show within 10 s'}
          onClick={() => live.turn(!live.on)}
        >
          <span className="pulse" />
          Live
        </button>
        {total !== undefined && (
          <span className="num">
            {count(shown)} of {count(total)}
          </span>
        )}
      </span>
    </nav>
  )
}
