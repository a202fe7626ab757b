// What the user saw at an event: the masked page, of a recording also at moments before.
import { useState } from 'react'
import type { Event } from '../../../../contract/issues.ts'
import type { EventSnapshot as Snapshot, SnapshotReason } from '../../../../contract/snapshots.ts'
import { formatBytes, pluralize } from '../../format/format-number.ts'
import { nanosBetween } from '../../../../contract/timeline/instants.ts'
import { formatDuration } from '../../format/format-time.ts'
import { MissingStyles } from './missing-styles.tsx'
import { SnapshotFrame } from './snapshot-frame.tsx'
import { SnapshotMoments } from './snapshot-moments.tsx'

export type EventSnapshotProps = {
  event: Pick<Event, 'digest' | 'at' | 'snapshot' | 'service' | 'release'>
}

const REASONS: Record<SnapshotReason, string> = {
  elements: 'The page has more than 20,000 elements, so nothing was copied.',
  size: 'The page is larger than 128 KB compressed, so nothing was sent.',
  gone: 'The application had removed the page before the error was reported.',
}

/** The timeline links to the heading; the bar of the event covers the top of the screen. */
const HEADING = { scrollMarginTop: '8rem' }

export function EventSnapshot({ event }: EventSnapshotProps) {
  const { snapshot, at } = event
  if (!snapshot) return null
  const { reason } = snapshot
  return (
    <section aria-labelledby="snapshot">
      <header className="controls">
        <h2 id="snapshot" style={HEADING}>
          What the user saw
        </h2>
        <small className="num">{reason === null && noteOf(snapshot, at)}</small>
      </header>
      {reason === null ? (
        <Page key={event.digest} event={event} snapshot={snapshot} />
      ) : (
        <p className="notice">{REASONS[reason]}</p>
      )}
    </section>
  )
}

function Page({ event, snapshot }: EventSnapshotProps & { snapshot: Snapshot }) {
  const [shown, show] = useState<number | null>(null)
  const { digest, at } = event
  const action = shown === null ? undefined : snapshot.events[shown]
  const page = action?.page ?? null
  const moment = action ? `${formatDuration(-nanosBetween(at, action.at))} before the error` : 'at the error'
  return (
    <>
      <SnapshotFrame {...{ digest, snapshot, page }} title={`The page ${moment}, masked`} />
      <p className="caption" role="status">
        {action && `The page ${moment}. `}
        {maskedOf(snapshot)}
      </p>
      {snapshot.events.length > 0 && <SnapshotMoments {...{ snapshot, at, shown, show }} />}
      <MissingStyles event={event} sheets={snapshot.sheets} />
    </>
  )
}

/** A copy is made before the record of the error, in the same task. */
const SAME_TASK_NS = 1e9

function noteOf({ at, width, height, bytes }: Snapshot, eventAt: string): string {
  const difference = nanosBetween(eventAt, at)
  const when =
    Math.abs(difference) < SAME_TASK_NS
      ? 'at the error'
      : `${formatDuration(Math.abs(difference))} ${difference < 0 ? 'before' : 'after'} the error`
  const size = width > 0 ? `${width} × ${height}` : ''
  return [when, size, formatBytes(bytes)].filter(Boolean).join(' · ')
}

function maskedOf({ masked: { texts, inputs }, kind }: Snapshot): string {
  const what = `${pluralize(texts, 'text')} and ${pluralize(inputs, 'value')} are masked`
  const by = kind === 'rrweb' ? ', made of a recording of the Sentry SDK' : ' by the page itself'
  return `${what}${by}. Images, media and scripts are left out.`
}
