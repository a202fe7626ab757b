// The actions on the selected issues.
import { formatCount, pluralize } from '../../../format/format-number.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { IssueControls } from '../issue-controls.tsx'
import { MergeForm } from '../merge-form.tsx'
import type { IssueActions } from './use-issue-actions.ts'
import css from './issues.module.css'

export function BulkBar({ actions }: { actions: IssueActions }) {
  const { changeable, selected, total, isAll, change, merge, selectMatching, clear } = actions
  const count = isAll ? total : selected.length
  const isPageSelected = selected.length === changeable.length && total > selected.length
  return (
    <div className={css.bulk} role="toolbar" aria-label={`${pluralize(count, 'issue')} selected`}>
      <b className="num">{formatCount(count)} selected</b>
      {isPageSelected && !isAll && (
        <button type="button" className="quiet" onClick={selectMatching}>
          Select all {formatCount(total)} that match
        </button>
      )}
      <IssueControls scope="bar" issues={selected} change={change} />
      {selected.length > 1 && !isAll && <MergeForm issues={selected} merge={merge} />}
      <IconButton className="quiet" icon="close" label="Clear selection" onClick={clear} />
    </div>
  )
}
