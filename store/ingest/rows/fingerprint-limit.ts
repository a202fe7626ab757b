// Bounds how many fingerprints are new in a minute: of one service, and of all. Beyond it an occurrence
// belongs to an overflow issue. The row is stored with that decision, so it never changes.
import type { Fingerprint } from '../grouping/fingerprint.ts'
import { NEW_FINGERPRINTS, overflowIssueId } from '../grouping/overflow-issue.ts'

/** Returns the same fingerprint, or the fingerprint of an overflow issue. */
export type FingerprintLimit = (service: string, fingerprint: Fingerprint) => Fingerprint

/** The fingerprints that are stored. */
export type StoredFingerprints = {
  has(id: string): boolean
  count(): number
  /** False while the tables are read: nothing is limited until then. */
  isLoaded(): boolean
}

type LimitOptions = { stored: StoredFingerprints; onOverflow: (service: string) => void }

const MINUTE_MILLISECONDS = 60_000

export function createFingerprintLimit({ stored, onOverflow }: LimitOptions): FingerprintLimit {
  const all = new Bucket(NEW_FINGERPRINTS.ofAllServicesPerMinute)
  /** At most as many as new fingerprints in a minute. */
  const services = new Map<string, Bucket>()
  /** New in this minute and in the previous one: they may not be stored yet. */
  let recent = new Set<string>()
  let previous = new Set<string>()
  let minute = 0

  function startMinute(): void {
    const current = Math.floor(Date.now() / MINUTE_MILLISECONDS)
    if (current === minute) return
    minute = current
    previous = recent
    recent = new Set()
    // A full bucket is as a new one.
    for (const [service, bucket] of services) if (bucket.isFull()) services.delete(service)
  }

  /** The issue that takes the occurrence instead; null: the fingerprint may be new. */
  function overflow(service: string): string | null {
    if (all.isEmpty() || stored.count() >= NEW_FINGERPRINTS.stored) return overflowIssueId(null)
    const bucket = services.get(service) ?? new Bucket(NEW_FINGERPRINTS.ofServicePerMinute)
    services.set(service, bucket)
    if (bucket.isEmpty()) return overflowIssueId(service)
    bucket.take()
    all.take()
    return null
  }

  return (service, fingerprint) => {
    const { id } = fingerprint
    if (!stored.isLoaded() || stored.has(id) || recent.has(id) || previous.has(id)) return fingerprint
    startMinute()
    const overflowId = overflow(service)
    if (overflowId !== null) {
      onOverflow(service)
      return { id: overflowId, reason: 'too many kinds' }
    }
    recent.add(id)
    return fingerprint
  }
}

/** A token bucket: `capacity` at once, and as many a minute. */
class Bucket {
  readonly #capacity: number
  #tokens: number
  #refilled = performance.now()

  constructor(capacity: number) {
    this.#capacity = capacity
    this.#tokens = capacity
  }

  isFull(): boolean {
    this.#refill()
    return this.#tokens >= this.#capacity
  }

  isEmpty(): boolean {
    this.#refill()
    return this.#tokens < 1
  }

  take(): void {
    this.#tokens--
  }

  #refill(): void {
    const now = performance.now()
    const tokens = ((now - this.#refilled) / MINUTE_MILLISECONDS) * this.#capacity
    this.#tokens = Math.min(this.#capacity, this.#tokens + tokens)
    this.#refilled = now
  }
}
