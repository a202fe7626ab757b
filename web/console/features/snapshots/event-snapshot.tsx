// What the user saw at an event: the masked page in a frame in which nothing loads and runs.
import { useLayoutEffect, useRef, useState } from 'react'
import type { Event } from '../../../../contract/issues.ts'
import type { EventSnapshot as Snapshot, SnapshotReason } from '../../../../contract/snapshots.ts'
import { formatBytes, pluralize } from '../../format/format-number.ts'
import { nanosBetween } from '../../../../contract/timeline/instants.ts'
import { formatDuration } from '../../format/format-time.ts'
import { UntrustedText } from '../../ui/untrusted-text.tsx'

export type EventSnapshotProps = { event: Pick<Event, 'digest' | 'at' | 'snapshot'> }

const REASONS: Record<SnapshotReason, string> = {
  elements: 'The page has more than 20,000 elements, so nothing was copied.',
  size: 'The page is larger than 128 KB compressed, so nothing was sent.',
  gone: 'The application had removed the page before the error was reported.',
}

/** Of the window where it is not known: of a small laptop. */
const DEFAULT_SIZE = { width: 1280, height: 720 }
/** A page of a phone is not enlarged, and a tall one does not fill the screen. */
const MAX_HEIGHT = 480

// Not a style sheet: its name would be in the scripts of every screen.
const PAGE = { overflow: 'hidden', border: '1px solid var(--line)', background: '#fff' }
const FRAME = { display: 'block', border: 0, transformOrigin: '0 0' }
const ACTIONS = { maxHeight: '12rem', margin: 0, padding: 0, overflow: 'auto', listStyle: 'none' }

export function EventSnapshot({ event: { digest, at, snapshot } }: EventSnapshotProps) {
  if (!snapshot) return null
  const { reason, kind, events } = snapshot
  return (
    <section aria-labelledby="snapshot">
      <header className="controls">
        <h2 id="snapshot">What the user saw</h2>
        <small className="num">{reason === null && noteOf(snapshot, at)}</small>
      </header>
      {reason === null ? (
        <>
          <Frame key={digest} digest={digest} snapshot={snapshot} />
          <p className="caption">{maskedOf(snapshot)}</p>
        </>
      ) : (
        <p className="notice">{REASONS[reason]}</p>
      )}
      {kind === 'rrweb' && events.length > 0 && <Actions snapshot={snapshot} at={at} />}
    </section>
  )
}

/** Scaled to the width of the column. `sandbox` without a value: no scripts, forms, links, own origin. */
function Frame({ digest, snapshot }: { digest: string; snapshot: Snapshot }) {
  const width = snapshot.width || DEFAULT_SIZE.width
  const height = snapshot.height || DEFAULT_SIZE.height
  const box = useRef<HTMLDivElement>(null)
  const [available, setAvailable] = useState(0)
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => setAvailable(entry!.contentRect.width))
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [])
  const scale = Math.min(1, available / width, MAX_HEIGHT / height)
  return (
    <div ref={box}>
      {available > 0 && (
        <div style={{ ...PAGE, width: width * scale, height: height * scale }}>
          <iframe
            sandbox=""
            title="The page at the error, masked"
            src={`/api/events/${encodeURIComponent(digest)}/snapshot/frame`}
            tabIndex={-1}
            style={{ ...FRAME, width, height, transform: `scale(${scale})` }}
          />
        </div>
      )}
    </div>
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

function Actions({ snapshot: { events }, at }: { snapshot: Snapshot; at: string }) {
  return (
    <ol className="mono" style={ACTIONS} aria-label="What the user did before">
      {events.map((action, index) => (
        // oxlint-disable-next-line no-array-index-key -- two actions can be equal
        <li key={index}>
          <span className="num faint">{formatOffset(nanosBetween(at, action.at))}</span>{' '}
          <UntrustedText text={action.text} />
        </li>
      ))}
    </ol>
  )
}

function formatOffset(nanoseconds: number): string {
  return `${nanoseconds < 0 ? '−' : '+'}${formatDuration(Math.abs(nanoseconds))}`
}
