// How instants, ages and durations read on every screen. Pure: the present is always handed in.

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `40 s`, `4 min`, `2 h 41 m`, `12 d`, `11 w`, `5 mo`: how long before `now` (milliseconds) the instant was. */
export function ago(instant: string, now: number): string {
  const past = Math.max(0, now - Date.parse(instant))
  if (Number.isNaN(past)) return '–'
  if (past < MINUTE) return `${Math.floor(past / SECOND)} s`
  if (past < HOUR) return `${Math.floor(past / MINUTE)} min`
  if (past < DAY) return hours(past)
  const days = Math.floor(past / DAY)
  if (days < 14) return `${days} d`
  if (days < 84) return `${Math.floor(days / 7)} w`
  if (days < 730) return `${Math.floor(days / 30.44)} mo`
  return `${Math.floor(days / 365.25)} y`
}

/** A duration in nanoseconds with at most three significant digits: `640 ns`, `58 ms`, `1.47 s`, `4 min 2 s`. */
export function duration(nanoseconds: number): string {
  if (!Number.isFinite(nanoseconds)) return '–'
  if (nanoseconds < 0) return `−${duration(-nanoseconds)}`
  if (nanoseconds === 0) return '0'
  if (nanoseconds < 1e3) return `${Math.round(nanoseconds)} ns`
  if (nanoseconds < 999_500) return `${digits(nanoseconds / 1e3)} µs`
  if (nanoseconds < 999_500_000) return `${digits(nanoseconds / 1e6)} ms`
  const seconds = nanoseconds / 1e9
  if (seconds < 59.95) return `${seconds < 10 ? seconds.toFixed(2) : seconds.toFixed(1)} s`
  if (seconds < 3599.5) return minutes(Math.round(seconds))
  return hours(seconds * SECOND)
}

/** `20 Nov 14:31:08.552` in the reader's zone, 24 h. */
export function moment(instant: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return '–'
  return `${date.getDate()} ${MONTHS[date.getMonth()]} ${clock(instant)}`
}

/** `14:31:08.552` in the reader's zone. */
export function clock(instant: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return '–'
  return `${hourAndMinute(date)}:${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, '0')}`
}

/** `14:31`, or `2 Sep 14:31` when that was not on the day of `now`. */
export function shortMoment(instant: string, now: number): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return '–'
  const today = new Date(now).toDateString() === date.toDateString()
  return today ? hourAndMinute(date) : `${date.getDate()} ${MONTHS[date.getMonth()]} ${hourAndMinute(date)}`
}

/** Nanoseconds from `base` to `instant`. Both keep what they have below a millisecond, which Date does not. */
export function nanosBetween(base: string, instant: string): number {
  const [baseSeconds, baseFraction] = split(base)
  const [seconds, fraction] = split(instant)
  return (seconds - baseSeconds) * 1e6 + (fraction - baseFraction)
}

/** Where letters stand under a time axis: at round hours (or days), as a share of the width. */
export function ticks(from: number, to: number, wanted = 7): { share: number; label: string }[] {
  const span = to - from
  if (!(span > 0)) return []
  const step = STEPS.find((candidate) => span / candidate <= wanted) ?? 7 * DAY
  const zone = new Date(from).getTimezoneOffset() * MINUTE
  const found = []
  for (let at = Math.ceil((from - zone) / step) * step + zone; at < to; at += step) {
    const share = (at - from) / span
    if (share > 0.02 && share < 0.95) found.push({ share, label: tick(new Date(at), step) })
  }
  return found
}

/** `15 minutes`: what one bar of a chart stands for. */
export function width(milliseconds: number): string {
  if (milliseconds < MINUTE) return units(Math.round(milliseconds / SECOND), 'second')
  if (milliseconds < HOUR) return units(Math.round(milliseconds / MINUTE), 'minute')
  if (milliseconds < DAY) return units(Math.round(milliseconds / HOUR), 'hour')
  return units(Math.round(milliseconds / DAY), 'day')
}

const STEPS = [1, 2, 5, 10, 15, 30]
  .map((count) => count * MINUTE)
  .concat(
    [1, 2, 3, 6, 12].map((count) => count * HOUR),
    [1, 2, 5].map((count) => count * DAY),
  )
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

function units(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

function tick(date: Date, step: number): string {
  if (step >= DAY) return `${date.getDate()} ${MONTHS[date.getMonth()]}`
  const midnight = date.getHours() === 0 && date.getMinutes() === 0
  return midnight ? `${WEEKDAYS[date.getDay()]} 00:00` : hourAndMinute(date)
}

function hourAndMinute(date: Date): string {
  return `${two(date.getHours())}:${two(date.getMinutes())}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

function digits(value: number): string {
  if (value >= 10) return String(Math.round(value))
  return value.toFixed(1).replace(/\.0$/, '')
}

function minutes(seconds: number): string {
  const rest = seconds % 60
  return rest === 0 ? `${seconds / 60} min` : `${Math.floor(seconds / 60)} min ${rest} s`
}

function hours(milliseconds: number): string {
  const rest = Math.floor((milliseconds % HOUR) / MINUTE)
  const whole = Math.floor(milliseconds / HOUR)
  return rest === 0 ? `${whole} h` : `${whole} h ${rest} m`
}

/** Whole seconds as milliseconds, and the nanoseconds behind them. */
function split(instant: string): [number, number] {
  const dot = /\.(\d+)/.exec(instant)
  const whole = Date.parse(instant.replace(/\.\d+/, ''))
  return [whole, dot ? Number((dot[1] ?? '').padEnd(9, '0').slice(0, 9)) : 0]
}
