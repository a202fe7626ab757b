// All events of an issue, newest first.
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { EventRow } from '../../../../../contract/issues.ts'
import { eventsQuery } from '../events-query.ts'
import { formatDateTime } from '../../../format/format-time.ts'
import { retryFailed } from '../../../app/live.tsx'
import { UntrustedCode, UntrustedText, plainText } from '../../../ui/untrusted-text.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { QueryState } from '../../../http/query-state.tsx'
import { EventSection } from './event-section.tsx'
import css from './issue.module.css'

type Props = { id: string; q: string | undefined; current: string }

/** `current` is the digest of the event on screen. */
export function EventList({ id, q, current }: Props) {
  const list = useInfiniteQuery({ ...eventsQuery(id, q), refetchInterval: retryFailed })
  const events = list.data?.pages.flatMap((page) => page.events) ?? []
  return (
    <EventSection id="events" title="Events" note="newest first">
      <QueryState query={list} label="events" thin />
      {events.length > 0 && (
        <table className={css.list} aria-labelledby="events">
          <thead>
            <tr>
              <th>Digest</th>
              <th>Time</th>
              <th className="wide-only">Release</th>
              <th className="wide-only">Environment</th>
              <th>URL</th>
              <th className="wide-only">User</th>
            </tr>
          </thead>
          <tbody>
            {events.map((event) => (
              <Row key={event.digest} event={event} isCurrent={event.digest === current} />
            ))}
          </tbody>
        </table>
      )}
      <ShowMore list={list}>{list.hasNextPage && `${events.length} shown`}</ShowMore>
    </EventSection>
  )
}

function Row({ event, isCurrent }: { event: EventRow; isCurrent: boolean }) {
  const { digest, at, release, environment, url, userId } = event
  const none = <span className="faint">–</span>
  return (
    <tr aria-current={isCurrent || undefined}>
      <td>
        <Link
          from="/issues/$id"
          to="."
          search={(search) => ({ ...search, event: digest })}
          className="mono"
          replace
          state={true}
        >
          {digest}
        </Link>
      </td>
      <td>{formatDateTime(at)}</td>
      <td className="wide-only" title={plainText(release)}>
        {release ? <UntrustedText text={release} /> : none}
      </td>
      <td className="wide-only" title={plainText(environment)}>
        {environment ? <UntrustedText text={environment} /> : none}
      </td>
      <td title={plainText(url)}>
        <UntrustedCode text={URL.canParse(url) ? new URL(url).pathname : url} />
      </td>
      <td className="wide-only" title={plainText(userId)}>
        {userId ? <UntrustedCode text={userId} /> : none}
      </td>
    </tr>
  )
}
