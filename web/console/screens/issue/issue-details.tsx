// A loaded issue: header, counts, and one of its events.
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
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
import { Stack } from './stack.tsx'
import css from './issue.module.css'

const route = getRouteApi('/issues/$id')

type Props = { answer: IssueAnswer; event: Event | null; children: ReactNode }

export function IssueDetails({ answer, event, children }: Props) {
  const { issue, latest } = answer
  const [isRaw, setRaw] = useState(false)
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
      digest && void navigate({ search: { event: digest }, replace: true }),
    copyLink: () => void copy(Promise.resolve(issueLink(issue.id, event)), 'Link'),
    copyMarkdown: () => void copy(fetchIssueMarkdown(issue.id), 'Markdown'),
  }
  const shortcuts = useIssueShortcuts({ issue, event, actions, toggleRaw: () => setRaw(!isRaw) })
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
              <Stack key={event.digest} event={event} isRaw={isRaw} setRaw={setRaw} />
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
