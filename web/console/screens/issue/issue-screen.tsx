// One issue, opened at one of its events: the newest, or the one a digest names.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Event, IssueAnswer } from '../../../../store/api/contract.ts'
import { markdownOf } from '../../api/mutations.ts'
import { event as eventQuestion, issue as issueQuestion } from '../../api/issues.ts'
import { useDecision } from '../../issue-actions.ts'
import type { Key } from '../../shortcuts.ts'
import { usePolling } from '../../live.tsx'
import { linkTo } from './issue-link.ts'
import { neighbourOf } from './adjacent-issue.ts'
import { useNow } from '../../use-now.ts'
import { copyText } from '../../parts/copy-button.tsx'
import { openIgnoreMenu } from '../../parts/ignore-menu.tsx'
import { Failed, Loading, StaleNotice } from '../../parts/states.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Stack } from './stack.tsx'
import { useToast } from '../../parts/toast.tsx'
import { IssueAside } from './issue-sidebar.tsx'
import { EventBar } from './event-bar.tsx'
import { EventDetails } from './event-details.tsx'
import { IssueEvents } from './event-list.tsx'
import { IssueHeader } from './issue-header.tsx'
import { IssueOverview } from './issue-overview.tsx'
import { firstLine } from '../issues/issue-row.tsx'
import css from './issue.module.css'

const route = getRouteApi('/issues/$id')

export function IssueScreen() {
  const { id } = route.useParams()
  const { event: digest } = route.useSearch()
  const answer = useQuery({ ...issueQuestion(id), refetchInterval: usePolling() })
  const chosen = useQuery({ ...eventQuestion(digest ?? ''), enabled: digest !== undefined })
  const now = useNow()
  if (answer.data) {
    const event = digest ? (chosen.data ?? null) : answer.data.latest
    return (
      <Loaded key={id} answer={answer.data} event={event}>
        {answer.isError && (
          <StaleNotice
            error={answer.error}
            since={answer.dataUpdatedAt}
            now={now}
            again={() => void answer.refetch()}
          />
        )}
        {digest && chosen.isError && (
          <Failed error={chosen.error} what="The event" again={() => void chosen.refetch()} />
        )}
        {digest && chosen.data === null && (
          <p className="notice">No event with the digest {digest} is stored (any more).</p>
        )}
      </Loaded>
    )
  }
  return (
    <Screen title="Issue">
      <h1 className="heard">Issue {id}</h1>
      {answer.isPending ? (
        <Loading of="the issue" />
      ) : (
        <Failed
          error={answer.error ?? new Error('No answer')}
          what="This page"
          again={() => void answer.refetch()}
        />
      )}
    </Screen>
  )
}

function Loaded({
  answer,
  event,
  children,
}: {
  answer: IssueAnswer
  event: Event | null
  children: React.ReactNode
}) {
  const { issue } = answer
  const [raw, setRaw] = useState(false)
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const now = useNow()
  const decide = useDecision()
  const { toast, show } = useToast()
  const open = (digest: string | null | undefined) =>
    digest && void navigate({ search: { event: digest }, replace: true })
  const closed = issue.status === 'resolved' || issue.status === 'ignored'
  const step = (by: number) => {
    const next = neighbourOf(client, issue.id, by)
    if (next) void navigate({ to: '/issues/$id', params: { id: next }, search: {} })
  }
  const copy = async (text: Promise<string>, what: string) => {
    const done = await text.then(copyText, () => false)
    show(done ? { says: `${what} copied` } : { says: `${what} could not be copied`, wrong: true })
  }
  const keys: Key[] = [
    { press: '[', says: 'previous event', run: () => open(event?.previous) },
    { press: ']', says: 'next event', run: () => open(event?.next) },
    {
      press: 'e',
      says: closed ? 'reopen' : 'resolve',
      run: () => decide([issue], { status: closed ? 'open' : 'resolved' }),
    },
    { press: 'i', says: 'ignore until…', run: () => openIgnoreMenu('ignore-issue') },
    { press: 'm', says: 'frames or raw', run: () => setRaw(!raw) },
    {
      press: 't',
      says: 'trace',
      run: () =>
        event?.traceId &&
        void navigate({
          to: '/traces/$traceId',
          params: { traceId: event.traceId },
          search: { span: event.spanId || undefined },
        }),
    },
    {
      press: 'c',
      says: 'copy link',
      run: () => void copy(Promise.resolve(linkTo(issue.id, event)), 'The link'),
    },
    {
      press: 'y',
      says: 'copy as Markdown',
      run: () => void copy(markdownOf(issue.id), 'The issue as Markdown'),
    },
    { press: 'a', says: 'assign', run: () => document.getElementById('assign-button')?.click() },
    { press: 'j', says: 'next issue', run: () => step(1) },
    { press: 'k', says: 'previous issue', run: () => step(-1) },
    { press: 'z', says: 'undo', run: () => (show(null), toast?.act?.run()) },
    { press: 'Escape', says: 'back to the list', run: () => void navigate({ to: '/', search: {} }) },
  ]
  return (
    <Screen title={`${issue.type} ${firstLine(issue.message)}`} keys={keys}>
      <IssueHeader
        issue={issue}
        event={event}
        decide={(change) => decide([issue], change)}
        copy={copy}
        now={now}
      />
      {children}
      <IssueOverview issue={issue} now={now} open={open} />
      {event && (
        <>
          <EventBar event={event} latest={answer.latest.digest} open={open} now={now} />
          <div className={css.columns}>
            <div>
              <Stack key={event.digest} event={event} raw={raw} setRaw={setRaw} />
              <EventDetails event={event} />
              <IssueEvents id={issue.id} current={event.digest} now={now} />
            </div>
            <IssueAside answer={answer} event={event} now={now} />
          </div>
        </>
      )}
    </Screen>
  )
}
