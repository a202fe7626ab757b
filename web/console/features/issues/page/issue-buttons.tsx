// The buttons of an issue: resolve, ignore, assign, copy.
import type { Issue } from '../../../../../contract/issues.ts'
import { isClosed } from '../issue-actions.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { AssignForm } from '../assign-form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { IgnoreMenu } from '../ignore-menu.tsx'
import { ASSIGN_FORM_ID, IGNORE_MENU_ID, PRIMARY_BUTTON_ID, type IssueActions } from './issue-shortcuts.ts'
import css from './issue.module.css'

type Props = { issue: Issue; actions: IssueActions }

export function IssueButtons({ issue, actions }: Props) {
  const { change, copyLink, copyMarkdown, save } = actions
  return (
    <div className={css.actions}>
      <StatusButtons isClosed={isClosed(issue.status)} change={change} />
      {issue.status !== 'ignored' && (
        <IgnoreMenu id={IGNORE_MENU_ID} onChange={change}>
          Ignore until…
        </IgnoreMenu>
      )}
      <AssignForm id={ASSIGN_FORM_ID} assignee={issue.assignee} assign={(assignee) => change({ assignee })}>
        <span className={css.compact}>
          <UntrustedText text={issue.assignee ?? 'Assign'} />
        </span>
      </AssignForm>
      <div className={css.wideActions}>
        <IconButton icon="link" label="Copy link" shortcut="c" onClick={copyLink} />
        <button type="button" title="Copy as Markdown (y)" onClick={copyMarkdown}>
          <Icon name="markdown" />
          Copy
        </button>
        <IconButton icon="download" label="Download as a file" shortcut="s" onClick={save} />
      </div>
      <MoreActions {...{ copyLink, copyMarkdown, save }} />
    </div>
  )
}

/** On a phone the stack must not be pushed out of the window by a second row of buttons. */
function MoreActions({
  copyLink,
  copyMarkdown,
  save,
}: Pick<IssueActions, 'copyLink' | 'copyMarkdown' | 'save'>) {
  const acts = { 'Copy link': copyLink, 'Copy as Markdown': copyMarkdown, 'Download as a file': save }
  return (
    <div className={css.moreActions}>
      <button type="button" className="only-icon" aria-label="More acts" popoverTarget="more-acts">
        <Icon name="more" />
      </button>
      <menu id="more-acts" popover="auto" aria-label="More acts">
        {Object.entries(acts).map(([label, act]) => (
          <li key={label}>
            <button type="button" popoverTarget="more-acts" onClick={act}>
              {label}
            </button>
          </li>
        ))}
      </menu>
    </div>
  )
}

type StatusProps = Pick<IssueActions, 'change'> & { isClosed: boolean }

/** One button for both: the focus stays on it. */
function StatusButtons({ isClosed: closed, change }: StatusProps) {
  return (
    <span className={closed ? undefined : 'joined'}>
      <button
        type="button"
        id={PRIMARY_BUTTON_ID}
        className={closed ? '' : 'primary'}
        onClick={() => change({ status: closed ? 'open' : 'resolved' })}
      >
        <Icon name={closed ? 'refresh' : 'resolved'} />
        {closed ? 'Reopen' : 'Resolve'}
      </button>
      {!closed && (
        <button
          type="button"
          className="primary only-icon"
          aria-label="More resolve options"
          title="More resolve options"
          popoverTarget="resolve-menu"
        >
          <Icon name="down" small />
        </button>
      )}
      {!closed && (
        <menu id="resolve-menu" popover="auto" aria-label="Resolve">
          <li>
            <button
              type="button"
              popoverTarget="resolve-menu"
              onClick={() => change({ status: 'resolved', inNextRelease: true })}
            >
              Resolve in the next release
            </button>
          </li>
        </menu>
      )}
    </span>
  )
}
