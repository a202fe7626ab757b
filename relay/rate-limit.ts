// Rate limits by address, in a table of fixed size: a million addresses take as much memory as one.
import { randomInt } from 'node:crypto'

type Limiter = {
  /** Counts one request; false, and nothing counted, if the address has reached its limit. */
  take: (key: string) => boolean
  /** Counts an amount even beyond the limit: later requests wait for it. */
  charge: (key: string, amount: number) => void
  /** False if the address has reached its limit. */
  has: (key: string) => boolean
}
/** Of requests, and of milliseconds of processor time. */
export type Limits = { requests: Limiter; work: Limiter }

/** Addresses in the same slot share its limit. 768 KiB; of a thousand busy addresses some 15 share a slot. */
const SLOTS = 65_536

/** Processor time. Ordinary requests take less than 1 ms, half a megabyte of hostile JSON takes 25. */
const WORK_PER_REQUEST_MS = 5
/** A burst of work delays all senders: a twelfth of a minute's work, 250 ms with 600 requests. */
const WORK_BURSTS = 12

export function createLimits(rateLimit: number): Limits {
  return {
    requests: createLimiter(rateLimit),
    work: createLimiter(rateLimit * WORK_PER_REQUEST_MS, (rateLimit * WORK_PER_REQUEST_MS) / WORK_BURSTS),
  }
}

/** `perMinute` 0: no limit. `burst`: the amount that is accepted at once after a pause. */
export function createLimiter(
  perMinute: number,
  burst = Math.max(1, perMinute / 6),
  now = () => performance.now(),
): Limiter {
  if (perMinute === 0) return { take: () => true, charge: () => {}, has: () => true }
  const usage = new Float32Array(SLOTS)
  const updatedAt = new Float64Array(SLOTS)
  // A random seed: no sender can choose an address that shares a slot with another one.
  const seed = randomInt(2 ** 31)
  return { take, charge, has: (key) => usageOf(slotOf(key)) < burst }

  function take(key: string): boolean {
    const slot = slotOf(key)
    if (usageOf(slot) + 1 > burst) return false
    usage[slot]! += 1
    return true
  }

  function charge(key: string, amount: number): void {
    const slot = slotOf(key)
    usage[slot] = usageOf(slot) + amount
  }

  /** The usage, less what the time since its last update allows again. */
  function usageOf(slot: number): number {
    const time = now()
    usage[slot] = Math.max(0, usage[slot]! - ((time - updatedAt[slot]!) / 60_000) * perMinute)
    updatedAt[slot] = time
    return usage[slot]
  }

  function slotOf(key: string): number {
    return hash(key, seed) % SLOTS
  }
}

/** FNV-1a. */
function hash(text: string, seed: number): number {
  let state = 0x811c9dc5 ^ seed
  for (let index = 0; index < text.length; index++)
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
  return (state ^ (state >>> 15)) >>> 0
}
