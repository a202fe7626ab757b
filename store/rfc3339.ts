// Instants on their way out.

/** "2026-11-21T19:00:00.123Z" of the engine's "2026-11-21 19:00:00.123456789": RFC 3339, thousandths at least, no idle zeros. */
export function rfc3339(engineText: string): string {
  const [whole = '', fraction = ''] = engineText.split('.')
  return `${whole.replace(' ', 'T')}.${fraction.replace(/0+$/, '').padEnd(3, '0')}Z`
}

/** The same in the engine's words, of its column. */
export function rfc3339Column(column: string): string {
  return String.raw`replaceRegexpOne(concat(replaceOne(toString(${column}), ' ', 'T'), 'Z'), '(\\.\\d{3}\\d*?)0*Z$', '\\1Z')`
}

export function rfc3339OfNanoseconds(ns: bigint): string {
  return new Date(Number(ns / 1_000_000n)).toISOString()
}

/** The same with every digit that the instant has. */
export function exactInstant(ns: bigint): string {
  const second = rfc3339OfNanoseconds(ns).slice(0, 19)
  return rfc3339(`${second}.${String(ns % 1_000_000_000n).padStart(9, '0')}`)
}
