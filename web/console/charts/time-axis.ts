// The labels of a time axis, and the length of one bar as text.
import { pluralize } from '../format/format-number.ts'
import { formatDay, formatMinute } from '../format/format-time.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 5].map((count) => count * DAY),
]
const MAX_TICKS = 7
/** A label is centred on its tick: half of one is 16 of 360 px, and must not leave the chart. */
const FIRST_POSITION = 0.045
/** The rest of the axis belongs to the label of its end. On a phone that is 45 of 360 px. */
const LAST_POSITION = 0.87

/** Labels at round minutes, hours or days between two instants (milliseconds); `position` is 0 to 1. */
export function timeTicks(from: number, to: number): { position: number; label: string }[] {
  const length = to - from
  if (!(length > 0)) return []
  const step = STEPS.find((candidate) => length / candidate <= MAX_TICKS) ?? 7 * DAY
  const offset = new Date(from).getTimezoneOffset() * MINUTE
  const ticks = []
  for (let at = Math.ceil((from - offset) / step) * step + offset; at < to; at += step) {
    const position = (at - from) / length
    if (position > FIRST_POSITION && position < LAST_POSITION)
      ticks.push({ position, label: formatTick(new Date(at), step) })
  }
  return ticks
}

/** Milliseconds between two points of a chart: steps without a value are missing. Of one point: an hour. */
export function stepOf(points: { at: string }[]): number {
  const times = [...new Set(points.map(({ at }) => Date.parse(at)))].sort((a, b) => a - b)
  const gaps = times.slice(1).map((time, index) => time - times[index]!)
  return gaps.length === 0 ? HOUR : Math.min(...gaps)
}

/** `15 minutes`: the length of one bar of a chart. */
export function formatStep(milliseconds: number): string {
  if (milliseconds < MINUTE) return pluralize(Math.round(milliseconds / SECOND), 'second')
  if (milliseconds < HOUR) return pluralize(Math.round(milliseconds / MINUTE), 'minute')
  if (milliseconds < DAY) return pluralize(Math.round(milliseconds / HOUR), 'hour')
  return pluralize(Math.round(milliseconds / DAY), 'day')
}

function formatTick(date: Date, step: number): string {
  if (step >= DAY) return formatDay(date)
  const isMidnight = date.getHours() === 0 && date.getMinutes() === 0
  return isMidnight ? `${WEEKDAYS[date.getDay()]} 00:00` : formatMinute(date)
}
