// One issue, opened at one of its events: that of the link, else the latest.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { eventQuery, issueQuery } from '../../api/issues.ts'
import { retryFailed, usePolling } from '../../live.tsx'
import { QueryState } from '../../parts/states.tsx'
import { Screen } from '../../parts/screen.tsx'
import { IssueDetails } from './issue-details.tsx'
import { COUNTS_RANGE } from './issue-overview.tsx'

const route = getRouteApi('/issues/$id')

export function IssueScreen() {
  const { id } = route.useParams()
  const { event: digest } = route.useSearch()
  const issue = useQuery({ ...issueQuery(id, COUNTS_RANGE), refetchInterval: usePolling() })
  const event = useQuery({
    ...eventQuery(digest ?? ''),
    enabled: digest !== undefined,
    refetchInterval: retryFailed,
  })
  if (!issue.data)
    return (
      <Screen title="Issue">
        <h1 className="visually-hidden">Issue {id}</h1>
        <QueryState query={issue} label="the issue" />
      </Screen>
    )
  return (
    <IssueDetails key={id} answer={issue.data} event={digest ? (event.data ?? null) : issue.data.latest}>
      <QueryState query={issue} label="the issue" />
      {event.isError && <QueryState query={event} label="the event" />}
      {event.data === null && (
        <p className="notice">
          <span>
            There is no event with the digest {digest}. It may be older than the retention period.{' '}
            <Link to="/issues/$id" params={{ id }} search={{}}>
              Show the latest event
            </Link>
          </span>
        </p>
      )}
    </IssueDetails>
  )
}
