import type { Issue, IssueChange } from '../../../../store/api/contract.ts'
import { count, counted } from '../../format-number.ts'
import { Icon } from '../../parts/icon.tsx'
import { IgnoreMenu } from '../../parts/ignore-menu.tsx'
import css from './issues.module.css'

export function BulkBar({
  issues,
  act,
  clear,
}: {
  issues: Issue[]
  act: (issues: Issue[], change: IssueChange) => void
  clear: () => void
}) {
  const closed = issues.every(({ status }) => status === 'resolved' || status === 'ignored')
  return (
    <div className={css.bulk} role="toolbar" aria-label={`${counted(issues.length, 'issue')} selected`}>
      <b className="num">{count(issues.length)} selected</b>
      <button
        type="button"
        className="quiet"
        onClick={() => act(issues, { status: closed ? 'open' : 'resolved' })}
      >
        <Icon name={closed ? 'refresh' : 'resolved'} />
        {closed ? 'Reopen' : 'Resolve'} <kbd>e</kbd>
      </button>
      <IgnoreMenu id="ignore-selected" className="quiet" decide={(change) => act(issues, change)}>
        Ignore <kbd>i</kbd>
      </IgnoreMenu>
      <button
        type="button"
        className="quiet only-icon"
        aria-label="Clear the selection"
        title="Clear the selection"
        onClick={clear}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}
