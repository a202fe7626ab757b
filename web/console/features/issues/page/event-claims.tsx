// Several events with one digest: whoever sees a digest can send an event with it, so the reader must know
// which one the page showed. The digest opens the event that was stored first.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { Event } from '../../../../../contract/issues.ts'
import { formatDateTime } from '../../../format/format-time.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { eventQuery } from '../events-query.ts'

type Opened = Event | null | undefined

/** `first`: what the digest opens. If it is of another issue, the event of this issue with the same digest. */
export function useEventOfIssue(first: Opened, issueId: string, q?: string): Opened {
  const isElsewhere =
    !!first && first.issueId !== issueId && !!first.claims?.some((claim) => claim.issueId === issueId)
  const ofIssue = useQuery({ ...eventQuery(first?.digest ?? '', q, issueId), enabled: isElsewhere })
  return isElsewhere ? ofIssue.data : first
}

export function EventClaims({ event, first }: { event: Event; first: Opened }) {
  const { digest, claims } = event
  if (!claims) return null
  return (
    <p className="notice">
      <span>
        {claims.length + 1} events claim the digest {digest}.{' '}
        {event === first
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
