// A loaded issue: header, counts, and one of its events.
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Event, Issue, IssueAnswer, IssueChange } from '../../../../../contract/issues.ts'
import { LOGS_AFTER_MS } from '../../../../../contract/timeline/rows.ts'
import { fetchEventMarkdown, isOfPage, playwrightTest } from '../events-query.ts'
import { STATUS_BUTTON_ID } from '../issue-actions.ts'
import { useIssueChanges } from '../use-issue-changes.ts'
import { IssueCommits } from '../../commits/index.ts'
import { IssueFeedback } from '../../feedback/index.ts'
import { EventSnapshot } from '../../snapshots/index.ts'
import { MAX_INCIDENT_SPANS, saveEvent, useSaveIncident } from '../../incident-file/index.ts'
import { useTraceLogs } from '../../logs/index.ts'
import { fetchTraceAround, traceAroundQuery } from '../../traces/index.ts'
import type { StackView } from '../../../search/filters.ts'
import { plainText } from '../../../ui/untrusted-text.tsx'
import { restoreFocus } from '../../../ui/restore-focus.ts'
import { Screen } from '../../../app/screen.tsx'
import { useCopy } from '../../../ui/use-copy.ts'
import { useNow } from '../../../ui/use-now.ts'
import { firstLine } from '../list/issue-columns.tsx'
import { EventBar } from './event-bar.tsx'
import { EventColumns } from './event-columns.tsx'
import { EventDetails } from './event-details.tsx'
import { EventList } from './event-list.tsx'
import { IssueButtons } from './issue-buttons.tsx'
import { IssueHeader } from './issue-header.tsx'
import { IssueOverview } from './issue-overview.tsx'
import { useIssueShortcuts } from './issue-shortcuts.ts'
import { viewsOf } from './stack-view.ts'
import { Stack } from './stack.tsx'
import { Timeline } from './timeline/timeline.tsx'
import type { SpanLink } from './timeline/timeline-view.ts'
import { Breakdowns } from './breakdowns.tsx'
import { EventFacts } from './event-facts.tsx'
import { IssueActivity } from './issue-activity.tsx'
import { MergedIssues } from './merged-issues.tsx'
import { useQuery } from '@tanstack/react-query'
import type { LogsAnswer } from '../../../../../contract/logs.ts'
import type { TraceAnswer } from '../../../../../contract/traces.ts'
import { useMay } from '../../../http/access.ts'
import { RETRY_MS } from '../../../http/query.ts'

const route = getRouteApi('/issues/$id')

type Props = { answer: IssueAnswer; event: Event | null; children: ReactNode }

export function IssueDetails({ answer, event, children }: Props) {
  const { issue } = answer
  const { stack: view, q, clocks } = route.useSearch()
  const navigate = route.useNavigate()
  const now = useNow()
  const trace = useEventTrace(event)
  const logs = useEventLogs(event)
  const saveIncident = useSaveIncident()
  const { change, merge, unmerge, undo } = useIssueChanges()
  const mayChange = useMay('write')(issue.service)
  const copy = useCopy()
  const mergeInto = async (into: string, name: string) => {
    const isMerged = await merge([issue], into, name)
    if (isMerged) await navigate({ to: '/issues/$id', params: { id: into }, search: {}, state: true })
  }
  const changeSearch = (values: { event?: string; stack?: StackView; clocks?: 'raw' | undefined }) =>
    void navigate({ search: (search) => ({ ...search, ...values }), replace: true, state: true })
  const actions = {
    change: (issueChange: IssueChange) => {
      change([issue], issueChange)
      restoreFocus(STATUS_BUTTON_ID)
    },
    undo,
    unmerge: (fingerprint: string) => unmerge(fingerprint, issue.id),
    merge: (into: string, name: string) => void mergeInto(into, name),
    openEvent: (digest: string | null | undefined) => digest && changeSearch({ event: digest }),
    leaveEvent: () => {
      const other = event?.previous ?? event?.next
      void navigate({
        search: (search) => ({ ...search, event: other ?? undefined }),
        replace: true,
        state: true,
      })
    },
    copyLink: () => copy(Promise.resolve(issueLink(issue.id, event)), 'Link'),
    save: () =>
      event &&
      saveIncident(() =>
        saveEvent({
          issue,
          condition: answer.condition,
          event,
          timeline: trace ?? null,
          fetchTrace: () => fetchTraceAround(event.traceId, event, MAX_INCIDENT_SPANS),
        }),
      ),
    copyMarkdown: () => event && copy(fetchEventMarkdown(event.digest), 'Markdown'),
    ...(event && isOfPage(event) && { copyTest: () => copy(playwrightTest(event), 'Playwright test') }),
  }
  const spanLink: SpanLink = (spanId) => ({
    to: '/traces/$traceId',
    params: { traceId: event?.traceId ?? '' },
    search: { span: spanId ?? (event?.spanId || undefined), clocks },
  })
  const toggleStack = () => {
    const views = event ? viewsOf(event).map(({ value }) => value) : []
    changeSearch({ stack: views[(views.indexOf(view) + 1) % views.length] })
  }
  const shortcuts = useIssueShortcuts({
    issue,
    event,
    actions,
    mayChange,
    toggleStack,
    hasTrace: Boolean(trace),
  })
  return (
    <Screen title={titleOf(issue)} shortcuts={shortcuts}>
      <IssueHeader answer={answer} event={event} now={now}>
        <IssueButtons issue={issue} event={event} actions={actions} mayChange={mayChange} />
      </IssueHeader>
      {children}
      <IssueOverview issue={issue} q={q} now={now} openEvent={actions.openEvent} />
      {event && (
        <>
          <EventBar
            event={event}
            recommended={answer.recommended}
            trace={trace}
            openEvent={actions.openEvent}
          />
          <EventColumns
            label="About this issue"
            sidebar={
              <>
                <Breakdowns issue={issue} event={event} />
                <EventFacts event={event} isLinked />
                <MergedIssues
                  answer={answer}
                  {...(mayChange && { changes: { unmerge: actions.unmerge, merge: actions.merge } })}
                />
                <IssueActivity answer={answer} mayWrite={mayChange} />
              </>
            }
          >
            {answer.changed !== undefined && (
              <IssueCommits
                answer={answer}
                {...(mayChange && { assign: (assignee: string) => actions.change({ assignee }) })}
              />
            )}
            {answer.feedback !== undefined && <IssueFeedback issue={issue} current={event.digest} />}
            <Stack
              key={event.digest}
              event={event}
              view={view}
              setView={(stack) => changeSearch({ stack })}
            />
            <EventDetails event={event}>
              {event.snapshot && <EventSnapshot event={event} />}
              <Timeline
                key={event.digest}
                event={event}
                trace={trace ?? null}
                logs={logs}
                setClocks={(value) => changeSearch({ clocks: value })}
                {...{ clocks, spanLink }}
              />
            </EventDetails>
            <EventList id={issue.id} q={q} current={event.digest} />
          </EventColumns>
        </>
      )}
    </Screen>
  )
}

/** Characters in the title of a tab. */
const MAX_TITLE = 120

export function titleOf({ type, message }: Pick<Issue, 'type' | 'message'>): string {
  return `${plainText(type, 'Error')} ${plainText(firstLine(message))}`.slice(0, MAX_TITLE)
}

/** The URL of an issue, opened at the event. */
function issueLink(id: string, event: Event | null): string {
  return `${location.origin}/issues/${encodeURIComponent(id)}${event ? `?event=${event.digest}` : ''}`
}

/** Spans of servers arrive some seconds after the event. */
const RECENT_MS = 60_000

/** The last log records of the trace before the event. */
function useEventLogs(event: Event | null): LogsAnswer {
  const { at = '', traceId = '' } = event ?? {}
  const to = new Date((Date.parse(at) || 0) + LOGS_AFTER_MS).toISOString()
  return useTraceLogs(traceId, { at, to })
}

/** The part of the trace that the timeline shows; null if no span is stored, undefined while loading. */
function useEventTrace(event: Event | null): TraceAnswer | null | undefined {
  const { at = '', traceId = '', spanId = '' } = event ?? {}
  const { data } = useQuery({
    ...traceAroundQuery(traceId, { at, spanId }),
    enabled: traceId !== '',
    refetchInterval: ({ state }) =>
      state.status === 'error' || Date.now() - Date.parse(at) < RECENT_MS ? RETRY_MS : false,
    refetchOnWindowFocus: false,
  })
  return traceId === '' ? null : data
}
