// The event on screen: navigation between events, time, digest, trace.
import { Link } from '@tanstack/react-router'
import type { Event } from '../../../../../contract/issues.ts'
import type { TraceAnswer } from '../../../../../contract/traces.ts'
import { formatCount } from '../../../format/format-number.ts'
import { formatAge, formatDateTime, formatShortDateTime, formatZone } from '../../../format/format-time.ts'
import { Age } from '../../../ui/age.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { deviceClock } from './timeline/device-clock.ts'
import css from './issue.module.css'

type Props = {
  event: Event
  /** Its digest. */
  recommended: string
  /** Null if no span is stored; undefined while loading. */
  trace: TraceAnswer | null | undefined
  openEvent: (digest: string | null) => void
}

export function EventBar({ event, recommended, trace, openEvent }: Props) {
  const { at, digest, previous, next, position } = event
  const newer = position ? position.total - position.number : 0
  return (
    <section className={`controls ${css.events}`} aria-label="Event">
      <span className="joined">
        <JumpButton icon="first" label="First event" to={position?.first} {...{ digest, openEvent }} />
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
          {newer > 0 && <small className="num">{formatCount(newer)} newer</small>}
          <Icon name="right" small />
        </button>
        <JumpButton icon="last" label="Latest event" to={position?.last} {...{ digest, openEvent }} />
      </span>
      {position && recommended !== position.last && (
        <button
          type="button"
          className={recommended === digest ? 'wide-only' : undefined}
          disabled={recommended === digest}
          title="The newest event with a trace and all details"
          onClick={() => openEvent(recommended)}
        >
          Recommended
        </button>
      )}
      {position && position.number > 0 && (
        <span className="num">
          event <b>{formatCount(position.number)}</b> of {formatCount(position.total)}
        </span>
      )}
      <span>
        <time dateTime={at} title={new Date(at).toString()}>
          {formatDateTime(at)} <span className="faint">{formatZone(new Date(at))}</span>
        </time>{' '}
        <span className="faint">
          · <EventAge event={event} />
          {position && newer === 0 && ', latest'}
          {newer > 0 && recommended === digest && ', recommended'}
        </span>
      </span>
      <span className={`caption ${css.digest}`}>
        digest <output aria-label="Digest">{digest}</output>
        <CopyButton text={digest} label="Copy the digest" />
      </span>
      <TraceLink event={event} trace={trace} />
    </section>
  )
}

/** The age, or by how much the clock of the device is wrong: there is no age then. */
function EventAge({ event }: { event: Event }) {
  const now = useNow()
  const clock = deviceClock(event)
  if (!clock)
    return (
      <>
        <Age at={event.at} /> ago
      </>
    )
  const { direction, differenceMs, receivedAt } = clock
  return (
    <span className="severity" data-severity="warn">
      clock of the device is {formatAge(new Date(0).toISOString(), differenceMs)} {direction}; received{' '}
      {formatShortDateTime(new Date(receivedAt).toISOString(), now)}
    </span>
  )
}

type JumpProps = Pick<Props, 'openEvent'> & {
  icon: 'first' | 'last'
  label: string
  to: string | null | undefined
  digest: string
}

function JumpButton({ icon, label, to, digest, openEvent }: JumpProps) {
  return (
    <button
      type="button"
      className="only-icon"
      disabled={!to || to === digest}
      aria-label={label}
      title={label}
      onClick={() => openEvent(to ?? null)}
    >
      <Icon name={icon} small />
    </button>
  )
}

/** A trace without stored spans is not linked. */
function TraceLink({ event: { traceId, spanId }, trace }: Pick<Props, 'event' | 'trace'>) {
  if (!traceId) return <span className="push faint">no trace</span>
  if (!trace)
    return (
      <span className="push faint">
        trace <code>{traceId.slice(0, 8)}</code>
        {trace === null && ': no spans stored'}
      </span>
    )
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
