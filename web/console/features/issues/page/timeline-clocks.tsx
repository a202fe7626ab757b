// Which clocks of a timeline differ, and whether they are corrected.
import { formatDuration } from '../../../format/format-time.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import css from './timeline.module.css'

type Props = {
  offsets: ReadonlyMap<string, number>
  clocks: 'raw' | undefined
  setClocks: (clocks: 'raw' | undefined) => void
}

export function TimelineClocks({ offsets, clocks, setClocks }: Props) {
  if (offsets.size === 0) return null
  const isCorrected = clocks !== 'raw'
  return (
    <p className={css.clocks}>
      <Icon name="clock" small />
      {isCorrected ? 'corrected:' : 'not corrected:'}
      {[...offsets].map(([service, offset]) => (
        <span key={service}>
          <UntrustedText text={service} />
          ’s clock is {formatDuration(Math.abs(offset))} {offset > 0 ? 'behind' : 'ahead'}
        </span>
      ))}
      <button type="button" className="quiet" onClick={() => setClocks(isCorrected ? 'raw' : undefined)}>
        {isCorrected ? 'undo' : 'correct'}
      </button>
    </p>
  )
}
