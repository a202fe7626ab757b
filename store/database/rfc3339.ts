// RFC 3339 in UTC: at least milliseconds, at most nanoseconds, no trailing zeros beyond milliseconds.

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
