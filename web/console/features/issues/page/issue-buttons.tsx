// The buttons of an issue: the actions that change it, copy, and download.
import { useState } from 'react'
import type { Event, Issue, IssueChange } from '../../../../../contract/issues.ts'
import { ALL_SERVICES, useMay } from '../../../http/access.ts'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { plainText, UntrustedText } from '../../../ui/untrusted-text.tsx'
import { TicketLink } from '../../tickets/index.ts'
import { DeleteDialog, type DeleteTarget } from '../../forget/index.ts'
import { useOpenList } from '../last-list.ts'
import { IssueControls } from '../issue-controls.tsx'
import css from './issue.module.css'

export type PageActions = {
  change: (change: IssueChange) => void
  undo: () => void
  openEvent: (digest: string | null | undefined) => void
  copyLink: () => void
  copyMarkdown: () => void
  /** Of an event of a page. */
  copyTest?: () => void
  save: () => void
  /** Another event than the one on screen. */
  leaveEvent: () => void
}

const COPY_TEST = 'Copy as a Playwright test'

type Props = { issue: Issue; event: Event | null; actions: PageActions; mayChange: boolean }

export function IssueButtons({ issue, event, actions, mayChange }: Props) {
  const { change, copyLink, copyMarkdown, copyTest, save } = actions
  const [target, setTarget] = useState<DeleteTarget | null>(null)
  const openList = useOpenList()
  const mayDelete = useMay('admin')(ALL_SERVICES)
  return (
    <div className={`controls ${css.actions}`}>
      {mayChange ? (
        <IssueControls scope="page" issues={[issue]} change={change} />
      ) : (
        <IssueFacts issue={issue} />
      )}
      <div className="row wide-only">
        <IconButton icon="link" label="Copy link" shortcut="c" onClick={copyLink} />
        <button type="button" title="Copy as Markdown (y)" onClick={copyMarkdown}>
          <Icon name="markdown" />
          Copy
        </button>
        {copyTest && <IconButton icon="terminal" label={COPY_TEST} shortcut="p" onClick={copyTest} />}
        <IconButton icon="download" label="Download as a file" shortcut="s" onClick={save} />
      </div>
      <MoreActions
        actions={{
          'Copy link': copyLink,
          'Copy as Markdown': copyMarkdown,
          ...(copyTest && { [COPY_TEST]: copyTest }),
          'Download as a file': save,
          ...(mayDelete &&
            event && { 'Delete this event…': () => setTarget({ kind: 'event', digest: event.digest }) }),
          ...(mayDelete && { 'Delete the issue…': () => setTarget({ kind: 'issue', issue }) }),
        }}
      />
      {target && (
        <DeleteDialog
          target={target}
          onClose={() => setTarget(null)}
          onDeleted={target.kind === 'issue' ? openList : actions.leaveEvent}
        />
      )}
    </div>
  )
}

/** For somebody who may not change the issue. */
function IssueFacts({ issue: { assignee, ticket } }: { issue: Issue }) {
  return (
    <>
      {assignee && (
        <span className="caption clip short" title={plainText(assignee)}>
          Assigned to <UntrustedText text={assignee} />
        </span>
      )}
      {ticket && <TicketLink url={ticket} />}
    </>
  )
}

function MoreActions({ actions }: { actions: Record<string, () => void> }) {
  return (
    <div>
      <button type="button" className="only-icon" aria-label="More actions" popoverTarget="more-actions">
        <Icon name="more" />
      </button>
      <Menu id="more-actions" label="More actions" actions={actions} />
    </div>
  )
}
