// At the end of the status tabs: undo, the order on narrow screens, live, rows that wait, and their number.
import { useState } from 'react'
import type { IssueSort } from '../../../../../contract/issues.ts'
import { useActs } from '../act-history.ts'
import type { IssueFilters } from '../../../search/filters.ts'
import { formatCount } from '../../../format/format-number.ts'
import { formatAge } from '../../../format/format-time.ts'
import { useIssueActions } from '../issue-actions.ts'
import { useLive } from '../../../app/live.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useNow } from '../../../ui/use-now.ts'
import type { IssueList } from './use-issue-list.ts'
import css from './list-tools.module.css'

const SORTS: Record<IssueSort, string> = {
  change: 'By change',
  count: 'By events',
  users: 'By users',
  lastSeen: 'By last seen',
  firstSeen: 'By first seen',
}

type Props = { list: IssueList; filters: IssueFilters; change: (filters: IssueFilters) => void }

export function ListTools({ list, filters, change }: Props) {
  const live = useLive()
  const { issues, total, waiting, showWaiting } = list
  return (
    <span className={css.end}>
      <LastActs />
      <select
        className={css.sort}
        aria-label="Sort"
        value={filters.sort ?? 'change'}
        onChange={({ target: { value } }) =>
          change({ sort: value === 'change' ? undefined : (value as IssueSort) })
        }
      >
        {Object.entries(SORTS).map(([sort, label]) => (
          <option key={sort} value={sort}>
            {label}
          </option>
        ))}
      </select>
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
      <span role="status" className={css.waiting}>
        {waiting > 0 && (
          <button type="button" onClick={showWaiting} title="Show the rows that wait (.)">
            {formatCount(waiting)} new <kbd>.</kbd>
          </button>
        )}
      </span>
      {total > 0 && (
        <span className={`num ${css.shown}`}>
          {formatCount(issues.length)} of {formatCount(total)}
        </span>
      )}
    </span>
  )
}

/** The last acts, the newest first; each can be undone by itself. */
function LastActs() {
  const acts = useActs()
  const { undoAct } = useIssueActions()
  const now = useNow()
  const [isOpen, setOpen] = useState(false)
  if (acts.length === 0) return null
  return (
    <>
      <button
        type="button"
        className="quiet"
        popoverTarget="last-acts"
        title="Last acts; z undoes the newest"
      >
        <Icon name="regressed" />
        <span className={css.undo}>Undo</span> {formatCount(acts.length)}
      </button>
      <menu
        id="last-acts"
        popover="auto"
        aria-label="Undo"
        className={css.acts}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {(isOpen ? acts.toReversed() : []).map((act) => (
          <li key={act.id}>
            <button type="button" popoverTarget="last-acts" onClick={() => undoAct(act)}>
              <UntrustedText text={act.text} />
              <small>{formatAge(new Date(act.at).toISOString(), now)}</small>
            </button>
          </li>
        ))}
      </menu>
    </>
  )
}
