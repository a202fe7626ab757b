// The actions on the selected issues.
import { formatCount, pluralize } from '../../../format/format-number.ts'
import { AssignForm } from '../assign-form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { IgnoreMenu } from '../ignore-menu.tsx'
import { ASSIGN_FORM_ID, IGNORE_MENU_ID, type IssueActs } from './use-issue-acts.ts'
import css from './issues.module.css'

export function BulkBar({ acts }: { acts: IssueActs }) {
  const { selected, total, isAll, isClosing, change, merge, selectMatching, clear } = acts
  const count = isAll ? total : selected.length
  const isAllShown = selected.length === acts.issues.length && total > selected.length
  const assignees = new Set(selected.map(({ assignee }) => assignee))
  return (
    <div className={css.bulk} role="toolbar" aria-label={`${pluralize(count, 'issue')} selected`}>
      <b className="num">{formatCount(count)} selected</b>
      {isAllShown && !isAll && (
        <button type="button" className={`quiet ${css.matching}`} onClick={selectMatching}>
          Select all {formatCount(total)} that match
        </button>
      )}
      <button
        type="button"
        className="quiet"
        onClick={() => change({ status: isClosing ? 'resolved' : 'open' })}
      >
        <Icon name={isClosing ? 'resolved' : 'refresh'} />
        {isClosing ? 'Resolve' : 'Reopen'} <kbd>e</kbd>
      </button>
      <IgnoreMenu id={IGNORE_MENU_ID} className="quiet" onChange={change}>
        Ignore <kbd>i</kbd>
      </IgnoreMenu>
      <AssignForm
        id={ASSIGN_FORM_ID}
        className="quiet"
        assignee={assignees.size === 1 ? selected[0]?.assignee : undefined}
        assign={(assignee) => change({ assignee })}
      >
        Assign <kbd>a</kbd>
      </AssignForm>
      {selected.length > 1 && !isAll && (
        <button type="button" className="quiet" onClick={merge}>
          <Icon name="merge" />
          Merge <kbd>m</kbd>
        </button>
      )}
      <IconButton className="quiet" icon="close" label="Clear selection" onClick={clear} />
    </div>
  )
}
