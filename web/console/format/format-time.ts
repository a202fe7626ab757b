// Instants, ages and durations as text. Instants are shown in the zone of the reader.

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `40 s`, `4 min`, `2 h 41 m`, `12 d`, `11 w`, `5 mo`: the time from the instant to `now` (milliseconds). */
export function formatAge(instant: string, now: number): string {
  const age = Math.max(0, now - Date.parse(instant))
  if (Number.isNaN(age)) return '–'
  if (age < MINUTE) return `${Math.floor(age / SECOND)} s`
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min`
  if (age < DAY) return formatHours(age)
  const days = Math.floor(age / DAY)
  if (days < 14) return `${days} d`
  if (days < 84) return `${Math.floor(days / 7)} w`
  if (days < 730) return `${Math.floor(days / 30.44)} mo`
  return `${Math.floor(days / 365.25)} y`
}

/** Nanoseconds with at most three significant digits: `640 ns`, `58 ms`, `1.47 s`, `4 min 2 s`. */
export function formatDuration(nanoseconds: number): string {
  if (!Number.isFinite(nanoseconds)) return '–'
  if (nanoseconds < 0) return `−${formatDuration(-nanoseconds)}`
  if (nanoseconds === 0) return '0'
  if (nanoseconds < 1e3) return `${Math.round(nanoseconds)} ns`
  if (nanoseconds < 999_500) return `${formatDigits(nanoseconds / 1e3)} µs`
  if (nanoseconds < 999_500_000) return `${formatDigits(nanoseconds / 1e6)} ms`
  const seconds = nanoseconds / 1e9
  if (seconds < 59.95) return `${seconds < 10 ? seconds.toFixed(2) : seconds.toFixed(1)} s`
  if (seconds < 3599.5) return formatMinutes(Math.round(seconds))
  return formatHours(seconds * SECOND)
}

/** For an axis: `6 s` instead of `6.00 s`. */
export function formatRoundDuration(nanoseconds: number): string {
  return formatDuration(nanoseconds).replace(/\.0+ /, ' ')
}

/** `20 Nov 14:31:08.552`. */
export function formatDateTime(instant: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return '–'
  const milliseconds = String(date.getMilliseconds()).padStart(3, '0')
  return `${formatDay(date)} ${formatMinute(date)}:${twoDigits(date.getSeconds())}.${milliseconds}`
}

/** `14:31`, or `2 Sep 14:31` where that is not on the day of `now` (milliseconds). */
export function formatShortDateTime(instant: string, now: number): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return '–'
  const isToday = new Date(now).toDateString() === date.toDateString()
  return isToday ? formatMinute(date) : `${formatDay(date)} ${formatMinute(date)}`
}

/** `UTC`, `GMT+1`: the zone of the reader at an instant. */
export function formatZone(date: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZoneName: 'short' }).formatToParts(date)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** `20 Nov`. */
export function formatDay(date: Date): string {
  return `${date.getDate()} ${MONTHS[date.getMonth()]}`
}

/** `20 Nov`, or `20 Nov 2027` in another year than `now` (milliseconds). */
export function formatDate(date: Date, now: number): string {
  const isThisYear = date.getFullYear() === new Date(now).getFullYear()
  return isThisYear ? formatDay(date) : `${formatDay(date)} ${date.getFullYear()}`
}

/** `14:31`. */
export function formatMinute(date: Date): string {
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

function formatDigits(value: number): string {
  return value >= 10 ? String(Math.round(value)) : value.toFixed(1).replace(/\.0$/, '')
}

function formatMinutes(seconds: number): string {
  const rest = seconds % 60
  return rest === 0 ? `${seconds / 60} min` : `${Math.floor(seconds / 60)} min ${rest} s`
}

function formatHours(milliseconds: number): string {
  const hours = Math.floor(milliseconds / HOUR)
  const minutes = Math.floor((milliseconds % HOUR) / MINUTE)
  return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} m`
}
