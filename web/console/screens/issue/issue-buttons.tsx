// The buttons of an issue: resolve, ignore, assign, copy.
import type { Issue } from '../../../../store/api/contract.ts'
import { isClosed } from '../../issue-actions.ts'
import { Icon } from '../../parts/icon.tsx'
import { IconButton } from '../../parts/icon-button.tsx'
import { IgnoreMenu } from '../../parts/ignore-menu.tsx'
import { Assignee } from './assignee.tsx'
import { IGNORE_MENU_ID, type IssueActions } from './issue-shortcuts.ts'
import css from './issue.module.css'

type Props = { issue: Issue; actions: IssueActions }

export function IssueButtons({ issue, actions }: Props) {
  const { change, copyLink, copyMarkdown } = actions
  return (
    <div className={css.actions}>
      {isClosed(issue.status) ? (
        <button type="button" onClick={() => change({ status: 'open' })}>
          <Icon name="refresh" />
          Reopen
        </button>
      ) : (
        <ResolveButtons change={change} />
      )}
      {issue.status !== 'ignored' && (
        <IgnoreMenu id={IGNORE_MENU_ID} onChange={change}>
          Ignore until…
        </IgnoreMenu>
      )}
      <Assignee assignee={issue.assignee} assign={(assignee) => change({ assignee })} />
      <IconButton icon="link" label="Copy link" shortcut="c" onClick={copyLink} />
      <button type="button" title="Copy as Markdown (y)" onClick={copyMarkdown}>
        <Icon name="markdown" />
        Copy
      </button>
    </div>
  )
}

function ResolveButtons({ change }: Pick<IssueActions, 'change'>) {
  return (
    <>
      <span className="joined">
        <button type="button" className="primary" onClick={() => change({ status: 'resolved' })}>
          <Icon name="resolved" />
          Resolve
        </button>
        <button
          type="button"
          className="primary only-icon"
          aria-label="More resolve options"
          title="More resolve options"
          popoverTarget="resolve-menu"
        >
          <Icon name="down" small />
        </button>
      </span>
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
    </>
  )
}
