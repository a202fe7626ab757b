// The event on screen: buttons to the others of the issue, its time, its digest, its trace.
import { Link } from '@tanstack/react-router'
import type { Event } from '../../../../store/api/contract.ts'
import { formatDateTime } from '../../format-time.ts'
import { Age } from '../../parts/age.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Icon } from '../../parts/icon.tsx'
import css from './issue.module.css'

type Props = { event: Event; latest: string; openEvent: (digest: string | null) => void; now: number }

export function EventBar({ event, latest, openEvent, now }: Props) {
  const { at, digest, previous, next } = event
  return (
    <section className={css.events} aria-label="Event">
      <span className="joined">
        <button
          type="button"
          disabled={!previous}
          title="Previous event ([)"
          onClick={() => openEvent(previous)}
        >
          <Icon name="left" small />
          Previous
        </button>
        <button type="button" disabled={!next} title="Next event (])" onClick={() => openEvent(next)}>
          Next
          <Icon name="right" small />
        </button>
        <button
          type="button"
          className="only-icon"
          disabled={digest === latest}
          aria-label="Latest event"
          title="Latest event"
          onClick={() => openEvent(latest)}
        >
          <Icon name="last" small />
        </button>
      </span>
      <span>
        <time dateTime={at} title={new Date(at).toString()}>
          {formatDateTime(at)}
        </time>{' '}
        <span className="faint">
          · <Age at={at} now={now} /> ago{digest === latest && ', latest'}
        </span>
      </span>
      <span className={css.digest}>
        digest <output aria-label="Digest">{digest}</output>
        <CopyButton text={digest} label="Copy the digest" />
      </span>
      <TraceLink event={event} />
    </section>
  )
}

function TraceLink({ event: { traceId, spanId } }: { event: Event }) {
  if (!traceId) return <span className="push faint">no trace</span>
  return (
    <Link
      className="row push"
      to="/traces/$traceId"
      params={{ traceId }}
      search={{ span: spanId || undefined }}
    >
      <Icon name="nav" />
      Trace <code>{traceId.slice(0, 8)}</code>
    </Link>
  )
}
