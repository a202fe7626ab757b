// Instants of strangers: nanoseconds in a string or a number, moved into the days that the tables keep.

const NANOSECONDS_PER_DAY = 86_400_000_000_000n

export type Bounds = { earliest: bigint; latest: bigint; now: bigint }
export type Instant = {
  ns: bigint
  /** What it was before it was moved. Empty: it was not. */ original: string
}

/**
 * A careless clock must not make a thousand partitions. Moved to the very edge of retention a row would be gone at once;
 * so the edge leaves a day (half of it, if there is but one) to look at it.
 */
export function boundsAt(milliseconds: number, retentionDays: number): Bounds {
  const now = BigInt(milliseconds) * 1_000_000n
  const kept = BigInt(retentionDays) * NANOSECONDS_PER_DAY
  const margin = retentionDays > 1 ? NANOSECONDS_PER_DAY : NANOSECONDS_PER_DAY / 2n
  return { earliest: now - kept + margin, latest: now + NANOSECONDS_PER_DAY, now }
}

/** The first of `candidates` that names an instant, else now. */
export function instantOf(bounds: Bounds, ...candidates: unknown[]): Instant {
  const found = candidates.map(nanoseconds).find((ns) => ns > 0n)
  if (found === undefined) return { ns: bounds.now, original: '' }
  if (found < bounds.earliest) return { ns: bounds.earliest, original: String(found) }
  if (found > bounds.latest) return { ns: bounds.latest, original: String(found) }
  return { ns: found, original: '' }
}

export function nanoseconds(value: unknown): bigint {
  if (typeof value === 'string' && /^\d{1,20}$/.test(value)) return BigInt(value)
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) return BigInt(Math.trunc(value))
  return 0n
}

/** Seconds with nine digits behind the point: what the engine reads without asking for a time zone. */
export function seconds(ns: bigint): string {
  return `${ns / 1_000_000_000n}.${String(ns % 1_000_000_000n).padStart(9, '0')}`
}
