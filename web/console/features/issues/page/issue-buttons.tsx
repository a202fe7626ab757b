// The buttons of an issue: the actions that change it, copy, and download.
import { useState } from 'react'
import type { Event, Issue, IssueChange } from '../../../../../contract/issues.ts'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
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

type Props = { issue: Issue; event: Event | null; actions: PageActions }

export function IssueButtons({ issue, event, actions }: Props) {
  const { change, copyLink, copyMarkdown, copyTest, save } = actions
  const [target, setTarget] = useState<DeleteTarget | null>(null)
  const openList = useOpenList()
  return (
    <div className={`controls ${css.actions}`}>
      <IssueControls scope="page" issues={[issue]} change={change} />
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
          ...(event && { 'Delete this event…': () => setTarget({ kind: 'event', digest: event.digest }) }),
          'Delete the issue…': () => setTarget({ kind: 'issue', issue }),
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
