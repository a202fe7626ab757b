// Instants of clients: nanoseconds as a string or a number, moved into the days that the tables store.
import { DAY_NS } from '../../database/instants.ts'

export type TimeLimits = { earliest: bigint; latest: bigint; now: bigint }

/** `original`: the instant before it was moved; empty: it was not. */
type StoredInstant = { ns: bigint; original: string }

/**
 * A wrong clock must not create a thousand partitions. A row at the very edge of retention would be deleted
 * at once, so the limit leaves a day to look at it, or half a day where retention is one day.
 */
export function timeLimits(nowMilliseconds: number, retentionDays: number): TimeLimits {
  const now = BigInt(nowMilliseconds) * 1_000_000n
  const retention = BigInt(retentionDays) * DAY_NS
  const margin = retentionDays > 1 ? DAY_NS : DAY_NS / 2n
  return { earliest: now - retention + margin, latest: now + DAY_NS, now }
}

/** The first of `candidates` that is an instant, else now. */
export function toInstant({ earliest, latest, now }: TimeLimits, ...candidates: unknown[]): StoredInstant {
  const ns = candidates.map(nanoseconds).find((candidate) => candidate > 0n)
  if (ns === undefined) return { ns: now, original: '' }
  if (ns < earliest) return { ns: earliest, original: String(ns) }
  if (ns > latest) return { ns: latest, original: String(ns) }
  return { ns, original: '' }
}

/** A clock that is a little fast is normal. */
const FAST_CLOCK_NS = 300_000_000_000n

/**
 * The instant of a log record. A record of a device whose clock is ahead has the instant at which it was
 * received: otherwise its issue is first in every list until that instant, and nothing since then is newer.
 * Spans are not moved: their distances from the spans of other devices would be lost.
 */
export function toRecordInstant(limits: TimeLimits, ...candidates: unknown[]): StoredInstant {
  const { ns, original } = toInstant(limits, ...candidates)
  if (ns <= limits.now + FAST_CLOCK_NS) return { ns, original }
  return { ns: limits.now, original: original || String(ns) }
}

/** 0: the value is not an instant. */
export function nanoseconds(value: unknown): bigint {
  if (typeof value === 'string' && /^\d{1,20}$/.test(value)) return BigInt(value)
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) return BigInt(Math.trunc(value))
  return 0n
}
