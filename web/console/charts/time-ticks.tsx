// Round times along the lower edge of a chart, from `start` to `end` in milliseconds since 1970.
import { timeTicks } from './time-axis.ts'

export function TimeTicks({ start, end }: { start: number; end: number }) {
  return timeTicks(start, end).map(({ position, label }) => (
    <span key={position} className="axis" style={{ left: `${position * 100}%` }}>
      {label}
    </span>
  ))
}
