// The clocks that differ in a trace, and whether they are corrected.
import { formatDuration } from '../../../format/format-time.ts'
import { Icon } from '../../../ui/icon.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import css from './trace.module.css'

type Props = {
  /** Nanoseconds by service, positive if its clock is behind. */
  offsets: ReadonlyMap<string, number>
  isCorrected: boolean
  toggle: () => void
}

export function ClockNotice({ offsets, isCorrected, toggle }: Props) {
  if (offsets.size === 0) return null
  return (
    <div className={`caption controls ${css.clocks}`}>
      <Icon name="clock" small />
      {[...offsets].map(([service, offset]) => (
        <span key={service}>
          <UntrustedText text={service} />
          ’s clock is {formatDuration(Math.abs(offset))} {offset > 0 ? 'behind' : 'ahead'}
        </span>
      ))}
      <span>
        {isCorrected ? 'corrected' : 'not corrected'} ·{' '}
        <button type="button" className="quiet small" onClick={toggle}>
          {isCorrected ? 'undo' : 'correct'}
        </button>
      </span>
    </div>
  )
}
