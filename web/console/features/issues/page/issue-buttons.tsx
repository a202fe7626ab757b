// The buttons of an issue: the actions that change it, copy, and download.
import type { Issue, IssueChange } from '../../../../../contract/issues.ts'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { IssueControls } from '../issue-controls.tsx'
import css from './issue.module.css'

export type PageActions = {
  change: (change: IssueChange) => void
  undo: () => void
  openEvent: (digest: string | null | undefined) => void
  copyLink: () => void
  copyMarkdown: () => void
  save: () => void
}

export function IssueButtons({ issue, actions }: { issue: Issue; actions: PageActions }) {
  const { change, copyLink, copyMarkdown, save } = actions
  return (
    <div className={`controls ${css.actions}`}>
      <IssueControls scope="page" issues={[issue]} change={change} />
      <div className="row wide-only">
        <IconButton icon="link" label="Copy link" shortcut="c" onClick={copyLink} />
        <button type="button" title="Copy as Markdown (y)" onClick={copyMarkdown}>
          <Icon name="markdown" />
          Copy
        </button>
        <IconButton icon="download" label="Download as a file" shortcut="s" onClick={save} />
      </div>
      <MoreActions
        actions={{ 'Copy link': copyLink, 'Copy as Markdown': copyMarkdown, 'Download as a file': save }}
      />
    </div>
  )
}

/** On a phone, a second row of buttons would push the stack trace off the screen. */
function MoreActions({ actions }: { actions: Record<string, () => void> }) {
  return (
    <div className="narrow-only">
      <button type="button" className="only-icon" aria-label="More actions" popoverTarget="more-actions">
        <Icon name="more" />
      </button>
      <Menu id="more-actions" label="More actions" actions={actions} />
    </div>
  )
}
