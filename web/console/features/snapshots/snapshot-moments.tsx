// What the user did before an error, of a recording. An action whose page is stored shows it.
import type { EventSnapshot, SnapshotAction } from '../../../../contract/snapshots.ts'
import { nanosBetween } from '../../../../contract/timeline/instants.ts'
import { formatDuration } from '../../format/format-time.ts'
import { UntrustedText } from '../../ui/untrusted-text.tsx'

/** `at`: of the event. `shown`: the action whose page is shown, by position; null: the page at the error. */
type Props = {
  snapshot: EventSnapshot
  at: string
  shown: number | null
  show: (position: number | null) => void
}

const LIST = { maxHeight: '14rem', margin: 'var(--s2) 0', padding: 0, overflow: 'auto', listStyle: 'none' }
const ROW = { display: 'flex', gap: 'var(--s2)', alignItems: 'center', minHeight: '2rem' }

const SHOWN = { borderColor: 'var(--accent)', background: 'var(--accent-tint)' }

export function SnapshotMoments({ snapshot: { events }, at, shown, show }: Props) {
  return (
    <ol style={LIST} aria-label="What the user did before">
      {events.map((action, index) => (
        // oxlint-disable-next-line no-array-index-key -- two actions can be equal
        <li key={index} style={ROW}>
          {action.page === null ? (
            <span className="num faint">{offsetOf(action, at)}</span>
          ) : (
            <PageButton position={index} shown={shown} show={show}>
              {offsetOf(action, at)}
            </PageButton>
          )}
          <span className="mono clip">
            <UntrustedText text={action.text} empty="no action" />
          </span>
        </li>
      ))}
      <li style={ROW}>
        <PageButton position={null} shown={shown} show={show}>
          at the error
        </PageButton>
      </li>
    </ol>
  )
}

type ButtonProps = Pick<Props, 'shown' | 'show'> & { position: number | null; children: string }

function PageButton({ position, shown, show, children }: ButtonProps) {
  const isShown = position === shown
  return (
    <button
      type="button"
      className="num"
      aria-pressed={isShown}
      style={isShown ? SHOWN : undefined}
      onClick={() => show(position)}
    >
      {children}
    </button>
  )
}

function offsetOf(action: SnapshotAction, at: string): string {
  const nanoseconds = nanosBetween(at, action.at)
  return `${nanoseconds < 0 ? '−' : '+'}${formatDuration(Math.abs(nanoseconds))}`
}
