import { Link } from '@tanstack/react-router'
import type { Event } from '../../../../store/api/contract.ts'
import { Ago } from '../../parts/age.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { moment } from '../../format-time.ts'
import css from './issue.module.css'

/** Which event this is, the way to its neighbours, its digest, and the way into its trace. */
export function EventBar({
  event,
  latest,
  open,
  now,
}: {
  event: Event
  latest: string
  open: (digest: string | null) => void
  now: number
}) {
  return (
    <section className={css.events} aria-label="Event">
      <span className="joined">
        <button
          type="button"
          disabled={!event.previous}
          title="Previous event ([)"
          onClick={() => open(event.previous)}
        >
          <Icon name="left" small />
          Previous
        </button>
        <button type="button" disabled={!event.next} title="Next event (])" onClick={() => open(event.next)}>
          Next
          <Icon name="right" small />
        </button>
        <button
          type="button"
          className="only-icon"
          disabled={event.digest === latest}
          aria-label="Newest event"
          title="Newest event"
          onClick={() => open(latest)}
        >
          <Icon name="last" small />
        </button>
      </span>
      <span>
        <time dateTime={event.at} title={new Date(event.at).toString()}>
          {moment(event.at)}
        </time>{' '}
        <span className="faint">
          · <Ago at={event.at} now={now} /> ago{event.digest === latest && ', the newest'}
        </span>
      </span>
      <span className={css.digest}>
        digest <output aria-label="Digest">{event.digest}</output>
        <CopyButton text={event.digest} name="Copy the digest" />
      </span>
      {event.traceId ? (
        <Link
          className="row push"
          to="/traces/$traceId"
          params={{ traceId: event.traceId }}
          search={{ span: event.spanId || undefined }}
        >
          <Icon name="nav" />
          Trace <code>{event.traceId.slice(0, 8)}</code>
        </Link>
      ) : (
        <span className="push faint">without a trace</span>
      )}
    </section>
  )
}
