// A loaded issue: header, counts, and one of its events.
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Event, IssueAnswer } from '../../../../store/api/contract.ts'
import { fetchIssueMarkdown } from '../../api/mutations.ts'
import { useIssueActions } from '../../issue-actions.ts'
import { copyText } from '../../parts/copy-button.tsx'
import { Screen } from '../../parts/screen.tsx'
import { useToast } from '../../parts/toast.tsx'
import { useNow } from '../../use-now.ts'
import { firstLine } from '../issues/issue-row.tsx'
import { EventBar } from './event-bar.tsx'
import { EventDetails } from './event-details.tsx'
import { EventList } from './event-list.tsx'
import { IssueHeader } from './issue-header.tsx'
import { IssueOverview } from './issue-overview.tsx'
import { useIssueShortcuts } from './issue-shortcuts.ts'
import { IssueSidebar } from './issue-sidebar.tsx'
import { type StackView, viewsOf } from './stack-view.ts'
import { Stack } from './stack.tsx'
import css from './issue.module.css'

const route = getRouteApi('/issues/$id')

type Props = { answer: IssueAnswer; event: Event | null; children: ReactNode }

export function IssueDetails({ answer, event, children }: Props) {
  const { issue, latest } = answer
  const { stack: view } = route.useSearch()
  const navigate = route.useNavigate()
  const now = useNow()
  const applyChange = useIssueActions()
  const { showToast } = useToast()
  const copy = async (text: Promise<string>, name: string) => {
    const copied = await text.then(copyText, () => false)
    showToast(copied ? { text: `${name} copied` } : { text: `${name} could not be copied`, failed: true })
  }
  const actions = {
    change: (change: Parameters<typeof applyChange>[1]) => applyChange([issue], change),
    openEvent: (digest: string | null | undefined) =>
      digest && void navigate({ search: { event: digest, stack: view }, replace: true }),
    copyLink: () => void copy(Promise.resolve(issueLink(issue.id, event)), 'Link'),
    copyMarkdown: () => void copy(fetchIssueMarkdown(issue.id), 'Markdown'),
  }
  const setView = (stack: StackView) =>
    void navigate({ search: (search) => ({ ...search, stack }), replace: true })
  const toggleStack = () => {
    const views = event ? viewsOf(event).map((item) => item.view) : []
    setView(views[(views.indexOf(view) + 1) % views.length])
  }
  const shortcuts = useIssueShortcuts({ issue, event, actions, toggleStack })
  return (
    <Screen title={`${issue.type} ${firstLine(issue.message)}`} shortcuts={shortcuts}>
      <IssueHeader issue={issue} event={event} actions={actions} now={now} />
      {children}
      <IssueOverview issue={issue} now={now} openEvent={actions.openEvent} />
      {event && (
        <>
          <EventBar event={event} latest={latest.digest} openEvent={actions.openEvent} now={now} />
          <div className={css.columns}>
            <div>
              <Stack key={event.digest} event={event} view={view} setView={setView} />
              <EventDetails event={event} />
              <EventList id={issue.id} current={event.digest} />
            </div>
            <IssueSidebar answer={answer} event={event} now={now} />
          </div>
        </>
      )}
    </Screen>
  )
}

/** The URL of an issue, opened at the event. */
function issueLink(id: string, event: Event | null): string {
  return `${location.origin}/issues/${encodeURIComponent(id)}${event ? `?event=${event.digest}` : ''}`
}
