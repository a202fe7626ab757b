// The actions on the selected issues.
import { formatCount, pluralize } from '../../format-number.ts'
import { isClosed } from '../../issue-actions.ts'
import { Icon } from '../../parts/icon.tsx'
import { IconButton } from '../../parts/icon-button.tsx'
import { IgnoreMenu } from '../../parts/ignore-menu.tsx'
import { IGNORE_MENU_ID, type IssueList } from './use-issue-list.ts'
import css from './issues.module.css'

export function BulkBar({ list: { selected, change, clear } }: { list: IssueList }) {
  const closed = selected.every(({ status }) => isClosed(status))
  return (
    <div className={css.bulk} role="toolbar" aria-label={`${pluralize(selected.length, 'issue')} selected`}>
      <b className="num">{formatCount(selected.length)} selected</b>
      <button
        type="button"
        className="quiet"
        onClick={() => change({ status: closed ? 'open' : 'resolved' })}
      >
        <Icon name={closed ? 'refresh' : 'resolved'} />
        {closed ? 'Reopen' : 'Resolve'} <kbd>e</kbd>
      </button>
      <IgnoreMenu id={IGNORE_MENU_ID} className="quiet" onChange={change}>
        Ignore <kbd>i</kbd>
      </IgnoreMenu>
      <IconButton className="quiet" icon="close" label="Clear selection" onClick={clear} />
    </div>
  )
}
