// Instants as nanoseconds: `Date` alone loses what is below a millisecond.

/** Nanoseconds from `base` to `instant`. */
export function nanosBetween(base: string, instant: string): number {
  const [baseMs, baseNanos] = splitInstant(base)
  const [ms, nanos] = splitInstant(instant)
  return (ms - baseMs) * 1e6 + (nanos - baseNanos)
}

/** The instant, moved by nanoseconds, with nine digits or as few as it needs in groups of three. */
export function addNanos(instant: string, nanoseconds: number): string {
  const [ms, nanos] = splitInstant(instant)
  const total = nanos + nanoseconds
  const seconds = Math.floor(total / 1e9)
  const fraction = String(total - seconds * 1e9).padStart(9, '0')
  const base = new Date(ms + seconds * 1_000).toISOString().slice(0, 19)
  return `${base}.${fraction.replace(/(000){1,2}$/, '')}Z`
}

/** A trace of 50,000 spans has few different seconds, and `Date.parse` is most of the cost of an instant. */
const parsedSeconds = new Map<string, number>()
const MAX_PARSED_SECONDS = 1_000

/** The full seconds of an instant as milliseconds, and its fraction as nanoseconds. */
function splitInstant(instant: string): [number, number] {
  const point = instant.indexOf('.')
  if (point < 0) return [parseSeconds(instant), 0]
  let end = point + 1
  while (isDigit(instant.charCodeAt(end))) end += 1
  const digits = instant.slice(point + 1, Math.min(end, point + 10))
  return [parseSeconds(instant.slice(0, point) + instant.slice(end)), Number(digits.padEnd(9, '0'))]
}

function parseSeconds(instant: string): number {
  const cached = parsedSeconds.get(instant)
  if (cached !== undefined) return cached
  if (parsedSeconds.size >= MAX_PARSED_SECONDS) parsedSeconds.clear()
  const milliseconds = Date.parse(instant)
  parsedSeconds.set(instant, milliseconds)
  return milliseconds
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}
