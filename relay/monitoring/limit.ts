// Requests a minute from one address, in a table of fixed size: a million addresses cost what one costs.
import { randomInt } from 'node:crypto'

export type Limiter = {
  /** False when the address has used up what it may. */
  take(key: string): boolean
}

/** Addresses that fall into the same slot share its tokens; with 65,536 slots (768 KiB) two of a thousand busy ones hardly ever do. */
const SLOTS = 65_536

/** `perMinute` 0: no limit. `burst`: how many may come at once after a pause. */
export function createLimiter(perMinute: number, burst = Math.max(1, perMinute / 6), now: () => number = () => performance.now()): Limiter {
  if (perMinute === 0) return { take: () => true }
  const used = new Float32Array(SLOTS)
  const at = new Float64Array(SLOTS)
  // Nobody outside can choose an address that shares a slot with another.
  const seed = randomInt(2 ** 31)
  return { take }

  function take(key: string): boolean {
    const slot = hash(key, seed) % SLOTS
    const time = now()
    const left = Math.max(0, used[slot]! - ((time - at[slot]!) / 60_000) * perMinute)
    at[slot] = time
    used[slot] = left + 1 > burst ? left : left + 1
    return left + 1 <= burst
  }
}

/** FNV-1a. */
function hash(text: string, seed: number): number {
  let state = 0x811c9dc5 ^ seed
  for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
  return (state ^ (state >>> 15)) >>> 0
}
