// Beside the status tabs: the filter “assigned to me”, undo, sort order on narrow screens, live, new rows,
// row count.
import { useState } from 'react'
import type { IssueSort } from '../../../../../contract/issues.ts'
import { useRecentActions } from '../undo-history.ts'
import { ISSUE_SORTS, type IssueFilters } from '../../../search/filters.ts'
import { formatCount } from '../../../format/format-number.ts'
import { formatAge } from '../../../format/format-time.ts'
import { useIssueChanges } from '../use-issue-changes.ts'
import { useLive } from '../../../app/live.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { AssignedToMe } from './assigned-to-me.tsx'
import type { IssueList } from './use-issue-list.ts'
import css from './list-tools.module.css'

type Props = { list: IssueList; filters: IssueFilters; change: (filters: IssueFilters) => void }

export function ListTools({ list, filters, change }: Props) {
  const live = useLive()
  const { issues, total, waiting, showWaiting } = list
  return (
    <span className={`row caption push ${css.end}`}>
      <AssignedToMe filters={filters} change={change} />
      <RecentActions />
      <select
        className="narrow-only"
        aria-label="Sort"
        value={filters.sort ?? 'change'}
        onChange={({ target: { value } }) =>
          change({ sort: value === 'change' ? undefined : (value as IssueSort) })
        }
      >
        {Object.entries(ISSUE_SORTS).map(([sort, label]) => (
          <option key={sort} value={sort}>
            {label}
          </option>
        ))}
      </select>
      <button
        type="button"
        className={`quiet ${css.live}`}
        aria-pressed={live.enabled}
        title={live.connected ? 'New events appear immediately' : 'New events appear within 10 s'}
        onClick={() => live.setEnabled(!live.enabled)}
      >
        <span key={live.latest?.digest} className="dot" />
        Live
      </button>
      <span role="status" className={css.waiting}>
        {waiting > 0 && (
          <button type="button" className="small" onClick={showWaiting} title="Show new issues (.)">
            {formatCount(waiting)} new <kbd className="wide-only">.</kbd>
          </button>
        )}
      </span>
      {total > 0 && (
        <span className="num wide-only">
          {formatCount(issues.length)} of {formatCount(total)}
        </span>
      )}
    </span>
  )
}

/** The latest first; each can be undone on its own. */
function RecentActions() {
  const actions = useRecentActions()
  const { undoAction } = useIssueChanges()
  const now = useNow()
  const [isOpen, setOpen] = useState(false)
  if (actions.length === 0) return null
  return (
    <>
      <button
        type="button"
        className="quiet"
        popoverTarget="recent-actions"
        title="Recent actions; z undoes the latest"
      >
        <Icon name="regressed" />
        <span className="wide-only">Undo</span> {formatCount(actions.length)}
      </button>
      <menu
        id="recent-actions"
        popover="auto"
        aria-label="Undo"
        className={css.actions}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {(isOpen ? actions.toReversed() : []).map((action) => (
          <li key={action.id}>
            <button type="button" popoverTarget="recent-actions" onClick={() => undoAction(action)}>
              <UntrustedText text={action.text} />
              <small>{formatAge(new Date(action.at).toISOString(), now)}</small>
            </button>
          </li>
        ))}
      </menu>
    </>
  )
}
