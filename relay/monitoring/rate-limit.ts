// What one address may use in a minute, in a table of fixed size: a million addresses cost what one costs.
import { randomInt } from 'node:crypto'

export type Limiter = {
  /** False when the address has used up what it may; then nothing is taken. */
  take: (key: string) => boolean
  /** Takes what was used in any case, however much: the next ones wait for it. */
  charge: (key: string, amount: number) => void
  has: (key: string) => boolean
}
/** How a sender is bounded: in requests, and in the work they make. */
export type Limits = { requests: Limiter; work: Limiter }

/** Addresses that fall into the same slot share its tokens; with 65,536 slots (768 KiB) two of a thousand busy ones hardly ever do. */
const SLOTS = 65_536

/** Milliseconds of our work that a request may make on average. Ordinary ones take less than one, half a megabyte of hostile JSON takes 25. */
const WORK_PER_REQUEST_MS = 5
/** What may be worked off in one go holds up everybody else: of the work of a minute a twelfth, 250 ms with 600 requests. */
const WORK_BURSTS = 12

export function createLimits(rateLimit: number): Limits {
  return {
    requests: createLimiter(rateLimit),
    work: createLimiter(rateLimit * WORK_PER_REQUEST_MS, (rateLimit * WORK_PER_REQUEST_MS) / WORK_BURSTS),
  }
}

/** `perMinute` 0: no limit. `burst`: how many may come at once after a pause. */
export function createLimiter(
  perMinute: number,
  burst = Math.max(1, perMinute / 6),
  now = () => performance.now(),
): Limiter {
  if (perMinute === 0) return { take: () => true, charge: () => {}, has: () => true }
  const used = new Float32Array(SLOTS)
  const at = new Float64Array(SLOTS)
  // Nobody outside can choose an address that shares a slot with another.
  const seed = randomInt(2 ** 31)
  return { take, charge, has: (key) => usedBy(slotOf(key)) < burst }

  function take(key: string): boolean {
    const slot = slotOf(key)
    if (usedBy(slot) + 1 > burst) return false
    used[slot]! += 1
    return true
  }

  function charge(key: string, amount: number): void {
    const slot = slotOf(key)
    used[slot] = usedBy(slot) + amount
  }

  /** What was used flows off with time. */
  function usedBy(slot: number): number {
    const time = now()
    used[slot] = Math.max(0, used[slot]! - ((time - at[slot]!) / 60_000) * perMinute)
    at[slot] = time
    return used[slot]
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
