// What a reader must know of an event: that it is stored without details, and that other events have its
// digest. Whoever sees a digest can send an event with it; the digest opens the one that was stored first.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { Event } from '../../../../../contract/issues.ts'
import { formatDateTime } from '../../../format/format-time.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { eventQuery } from '../events-query.ts'

type Opened = Event | null | undefined

/** `first`: what the digest opens. If it is of another issue: the event of this issue with this digest. */
export function useEventOfIssue(first: Opened, issueId: string, q?: string): Opened {
  const isElsewhere =
    !!first && first.issueId !== issueId && !!first.claims?.some((claim) => claim.issueId === issueId)
  const ofIssue = useQuery({ ...eventQuery(first?.digest ?? '', q, issueId), enabled: isElsewhere })
  return isElsewhere ? ofIssue.data : first
}

export function EventNotices({ event, first }: { event: Opened; first: Opened }) {
  if (!event) return null
  return (
    <>
      <Claims event={event} isFirst={event === first} />
      {event.slim && <Slim issueId={event.issueId} nearest={event.slim.nearest} />}
    </>
  )
}

function Slim({ issueId, nearest }: { issueId: string; nearest: string | null }) {
  return (
    <p className="notice">
      <span>
        This event is stored without its stack, breadcrumbs and attributes, because the issue has very many
        events in this hour.{' '}
        {nearest !== null && (
          <Link to="/issues/$id" params={{ id: issueId }} search={{ event: nearest }}>
            Show the nearest event with all details
          </Link>
        )}
      </span>
    </p>
  )
}

function Claims({ event, isFirst }: { event: Event; isFirst: boolean }) {
  const { digest, claims } = event
  if (!claims) return null
  return (
    <p className="notice">
      <span>
        {claims.length + 1} events claim the digest {digest}.{' '}
        {isFirst
          ? 'This one was stored first, so the digest opens it. Also with this digest: '
          : 'This one was stored later, so the digest does not open it. Also with this digest: '}
        {claims.map(({ issueId, service, at }, index) => (
          <Fragment key={`${issueId} ${at}`}>
            {index > 0 && '; '}
            <Link to="/issues/$id" params={{ id: issueId }} search={{ event: digest }}>
              <UntrustedText text={service} />, {formatDateTime(at)}
            </Link>
          </Fragment>
        ))}
        .
      </span>
    </p>
  )
}
