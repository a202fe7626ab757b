// A loaded issue: header, counts, and one of its events.
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Event, Issue, IssueAnswer, IssueChange } from '../../../../store/api/contract.ts'
import { fetchEventMarkdown } from '../../api/mutations.ts'
import { useIssueActions } from '../../issue-actions.ts'
import type { StackView } from '../../filters.ts'
import { copyText } from '../../parts/copy-button.tsx'
import { plainText } from '../../parts/foreign-text.tsx'
import { restoreFocus } from '../../parts/restore-focus.ts'
import { Screen } from '../../parts/screen.tsx'
import { useToast } from '../../parts/toast.tsx'
import { useNow } from '../../use-now.ts'
import { firstLine } from '../issues/issue-row.tsx'
import { EventBar } from './event-bar.tsx'
import { EventDetails } from './event-details.tsx'
import { EventList } from './event-list.tsx'
import { IssueHeader } from './issue-header.tsx'
import { IssueOverview } from './issue-overview.tsx'
import { PRIMARY_BUTTON_ID, useIssueShortcuts } from './issue-shortcuts.ts'
import { IssueSidebar } from './issue-sidebar.tsx'
import { viewsOf } from './stack-view.ts'
import { Stack } from './stack.tsx'
import css from './issue.module.css'

const route = getRouteApi('/issues/$id')

type Props = { answer: IssueAnswer; event: Event | null; children: ReactNode }

export function IssueDetails({ answer, event, children }: Props) {
  const { issue } = answer
  const { stack: view, q } = route.useSearch()
  const navigate = route.useNavigate()
  const now = useNow()
  const { change, merge, unmerge, undo } = useIssueActions()
  const { showToast } = useToast()
  const copy = async (text: Promise<string>, name: string) => {
    const copied = await text.then(copyText, () => false)
    showToast(copied ? { text: `${name} copied` } : { text: `${name} could not be copied`, failed: true })
  }
  const mergeInto = async (into: string) => {
    const isMerged = await merge([issue], into)
    if (isMerged) await navigate({ to: '/issues/$id', params: { id: into }, search: {}, state: true })
  }
  const actions = {
    change: (issueChange: IssueChange) => {
      change([issue], issueChange)
      restoreFocus(PRIMARY_BUTTON_ID)
    },
    undo,
    unmerge: (fingerprint: string) => unmerge(fingerprint, issue.id),
    merge: (into: string) => void mergeInto(into),
    openEvent: (digest: string | null | undefined) =>
      digest &&
      void navigate({ search: (search) => ({ ...search, event: digest }), replace: true, state: true }),
    copyLink: () => void copy(Promise.resolve(issueLink(issue.id, event)), 'Link'),
    copyMarkdown: () => event && void copy(fetchEventMarkdown(event.digest), 'Markdown'),
  }
  const setView = (stack: StackView) =>
    void navigate({ search: (search) => ({ ...search, stack }), replace: true, state: true })
  const toggleStack = () => {
    const views = event ? viewsOf(event).map((item) => item.view) : []
    setView(views[(views.indexOf(view) + 1) % views.length])
  }
  const shortcuts = useIssueShortcuts({ issue, event, actions, toggleStack })
  return (
    <Screen title={titleOf(issue)} shortcuts={shortcuts}>
      <IssueHeader issue={issue} condition={answer.condition} event={event} actions={actions} now={now} />
      {children}
      <IssueOverview issue={issue} q={q} now={now} openEvent={actions.openEvent} />
      {event && (
        <>
          <EventBar event={event} openEvent={actions.openEvent} />
          <div className={css.columns}>
            <div>
              <Stack key={event.digest} event={event} view={view} setView={setView} />
              <EventDetails event={event} />
              <EventList id={issue.id} q={q} current={event.digest} />
            </div>
            <IssueSidebar answer={answer} event={event} unmerge={actions.unmerge} merge={actions.merge} />
          </div>
        </>
      )}
    </Screen>
  )
}

/** Characters in the title of a tab. */
const MAX_TITLE = 120

function titleOf({ type, message }: Issue): string {
  return `${plainText(type, 'Error')} ${plainText(firstLine(message))}`.slice(0, MAX_TITLE)
}

/** The URL of an issue, opened at the event. */
function issueLink(id: string, event: Event | null): string {
  return `${location.origin}/issues/${encodeURIComponent(id)}${event ? `?event=${event.digest}` : ''}`
}
