// The times above the rows of the waterfall.
import { memo } from 'react'
import { formatDuration } from '../../../format/format-time.ts'
import { percentOf, roundTicks, type TimeWindow } from './time-window.ts'
import css from './waterfall.module.css'

export const TimeAxis = memo(Axis)

function Axis({ visible }: { visible: TimeWindow }) {
  return (
    <div className={css.axis}>
      <span data-name-column="">Span</span>
      <div>
        {roundTicks(visible).map((at) => (
          <span key={at} className="axis" style={{ left: `${percentOf(visible, at)}%` }}>
            {formatDuration(at).replace(/\.0+ /, ' ')}
          </span>
        ))}
      </div>
    </div>
  )
}
