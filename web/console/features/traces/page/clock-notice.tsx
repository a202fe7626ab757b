// Which clocks differ in this trace, and whether they are corrected.
import { formatDuration } from '../../../format/format-time.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useTrace } from './trace-context.ts'
import css from './trace.module.css'

export function ClockNotice() {
  const { clocks } = useTrace()
  if (clocks.offsets.size === 0) return null
  return (
    <p className={css.clocks}>
      <Icon name="clock" small />
      {[...clocks.offsets].map(([service, offset]) => (
        <span key={service}>
          <UntrustedText text={service} />
          ’s clock is {formatDuration(Math.abs(offset))} {offset > 0 ? 'behind' : 'ahead'}
        </span>
      ))}
      <span>
        {clocks.isCorrected ? 'corrected' : 'not corrected'} ·{' '}
        <button type="button" className="quiet" onClick={clocks.toggle}>
          {clocks.isCorrected ? 'undo' : 'correct'}
        </button>
      </span>
    </p>
  )
}
