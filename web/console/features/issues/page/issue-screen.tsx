// One issue, opened at the event of the link or at the one that tells most.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { eventQuery, newestDigestQuery } from '../events-query.ts'
import { issueInLists } from '../issue-cache.ts'
import { COUNTS_RANGE, issueQuery } from '../issue-query.ts'
import { rememberIssue } from '../last-list.ts'
import { retryFailed, usePolling } from '../../../app/live.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { QueryState } from '../../../http/query-state.tsx'
import { Screen } from '../../../app/screen.tsx'
import { EventNotices, useEventOfIssue } from './event-notices.tsx'
import { IssueDetails, titleOf } from './issue-details.tsx'
import { IssueHeader } from './issue-header.tsx'
import css from './issue.module.css'

const route = getRouteApi('/issues/$id')

const NO_ACTIVITY: never[] = []

export function IssueScreen() {
  const { id } = route.useParams()
  const { event: digest, q } = route.useSearch()
  const navigate = route.useNavigate()
  const issue = useQuery({ ...issueQuery(id, COUNTS_RANGE, q), refetchInterval: usePolling() })
  const latest = issue.data?.latest
  // With a filter, the newest event that matches.
  const match = useQuery({
    ...newestDigestQuery(id, { q }),
    enabled: q !== undefined && digest === undefined,
  })
  const event = useQuery({
    ...eventQuery(digest ?? '', q),
    enabled: digest !== undefined,
    refetchInterval: retryFailed,
    placeholderData: () => (latest?.digest === digest ? latest : undefined),
  })
  const opened = useEventOfIssue(event.data, id, q)
  const initial = q === undefined ? issue.data?.recommended : match.data
  useEffect(() => rememberIssue(id), [id])
  // The event on screen stays when a newer one arrives.
  useEffect(() => {
    if (digest === undefined && initial)
      void navigate({ search: (search) => ({ ...search, event: initial }), replace: true, state: true })
  }, [digest, initial, navigate])
  if (!issue.data)
    return (
      <LoadingIssue id={id}>
        <QueryState query={issue} label="the issue" />
      </LoadingIssue>
    )
  const isUnknown = event.data === null || match.data === null
  const isLatest = digest === undefined && initial === latest?.digest
  const shown = isUnknown || isLatest ? latest : opened
  return (
    <IssueDetails key={id} answer={issue.data} event={shown ?? null}>
      <QueryState query={issue} label="the issue" />
      {event.isError && <QueryState query={event} label="the event" />}
      {q !== undefined && <EventFilter q={q} />}
      <EventNotices event={shown} first={event.data} />
      {event.data === null && (
        <p className="notice">
          <span>
            No event has the digest {digest}. It may be older than the retention period. The latest event is
            shown below.{' '}
            <Link to="/issues/$id" params={{ id }} search={{}} replace>
              Show the latest event
            </Link>
          </span>
        </p>
      )}
      {match.data === null && (
        <p className="notice">No event of the last 30 days matches. The latest event is shown below.</p>
      )}
    </IssueDetails>
  )
}

/** Its header, as far as a list has it. */
function LoadingIssue({ id, children }: { id: string; children: ReactNode }) {
  const row = issueInLists(useQueryClient(), id)
  const now = useNow()
  return (
    <Screen title={row ? titleOf(row) : 'Issue'}>
      {row ? (
        <IssueHeader answer={{ issue: row, activity: NO_ACTIVITY }} event={null} now={now} />
      ) : (
        <h1 className="visually-hidden">Issue {id}</h1>
      )}
      {children}
    </Screen>
  )
}

function EventFilter({ q }: { q: string }) {
  const navigate = route.useNavigate()
  return (
    <p className={css.filter}>
      Only events with{' '}
      <Chip
        filter={q}
        remove={() =>
          void navigate({ search: (search) => ({ ...search, q: undefined }), replace: true, state: true })
        }
      >
        <UntrustedText text={q} />
      </Chip>
    </p>
  )
}
