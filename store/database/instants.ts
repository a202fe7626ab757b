// Instants in nanoseconds since 1970, and as texts. RFC 3339 in UTC: at least milliseconds, at most
// nanoseconds, no trailing zeros beyond milliseconds.

export const SECOND_NS = 1_000_000_000n
export const HOUR_NS = 3_600n * SECOND_NS
export const DAY_NS = 24n * HOUR_NS

/** A day in milliseconds. */
export const DAY_MS = 86_400_000

/** 2026-11-22. */
export function dateOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}

/** The present, exact to the millisecond. */
export function nowNs(): bigint {
  return BigInt(Date.now()) * 1_000_000n
}

export function least(first: bigint, ...others: bigint[]): bigint {
  return others.reduce((result, other) => (other < result ? other : result), first)
}

export function greatest(first: bigint, ...others: bigint[]): bigint {
  return others.reduce((result, other) => (other > result ? other : result), first)
}

/** The start of the hour after the instant, or the instant itself. */
export function endOfHour(instant: bigint): bigint {
  return ((instant + HOUR_NS - 1n) / HOUR_NS) * HOUR_NS
}

/** Seconds with nine decimals: the engine reads them without a time zone. */
export function seconds(ns: bigint): string {
  return `${ns / SECOND_NS}.${String(ns % SECOND_NS).padStart(9, '0')}`
}

/** From the engine's text: "2026-11-21 19:00:00.123456789" → "2026-11-21T19:00:00.123456789Z". */
export function rfc3339(engineText: string): string {
  const [second = '', fraction = ''] = engineText.split('.')
  return `${second.replace(' ', 'T')}.${fraction.replace(/0+$/, '').padEnd(3, '0')}Z`
}

/** The same as a SQL expression over a column. */
export function rfc3339Column(column: string): string {
  const text = `concat(replaceOne(toString(${column}), ' ', 'T'), 'Z')`
  return String.raw`replaceRegexpOne(${text}, '(\\.\\d{3}\\d*?)0*Z$', '\\1Z')`
}

/** From nanoseconds since 1970, cut to milliseconds. */
export function rfc3339OfNanoseconds(ns: bigint): string {
  return new Date(Number(ns / 1_000_000n)).toISOString()
}

/** From nanoseconds since 1970, exact. */
export function exactInstant(ns: bigint): string {
  const second = rfc3339OfNanoseconds(ns).slice(0, 19)
  return rfc3339(`${second}.${String(ns % 1_000_000_000n).padStart(9, '0')}`)
}
