// The rows that match a SQL condition, as a hash set of digest and timestamp: the index counts only those.
import { numberOfDigestBytes } from './digest-number.ts'

/**
 * Selects, in RowBinary, what the set reads: 8 characters of digest, 4 bytes of seconds, 4 of nanoseconds.
 */
export const MATCH_COLUMNS = `toFixedString(Digest, 8), toUInt32(toUnixTimestamp(exceptions.Timestamp)),
  toUInt32(toUnixTimestamp64Nano(exceptions.Timestamp) % 1000000000)`
export const DIGEST_BYTES = 8
const MATCH_BYTES = 16

export class MatchSet {
  readonly #mask: number
  readonly #seed = crypto.getRandomValues(new Uint32Array(1))[0]!
  /** Open addressing: the number of a row plus one; 0: the slot is empty. */
  readonly #slots: Uint32Array
  readonly #digests: Float64Array
  readonly #seconds: Uint32Array
  readonly #nanoseconds: Uint32Array

  constructor(rows: Buffer) {
    const size = rows.length / MATCH_BYTES
    // At most half of the slots are used, so that probes are short.
    this.#mask = 2 ** Math.ceil(Math.log2(2 * size + 2)) - 1
    this.#slots = new Uint32Array(this.#mask + 1)
    this.#digests = new Float64Array(size)
    this.#seconds = new Uint32Array(size)
    this.#nanoseconds = new Uint32Array(size)
    // A copy is aligned to four bytes; the engine's buffer need not be.
    const integers = new Uint32Array(new Uint8Array(rows).buffer)
    for (let row = 0; row < size; row++) {
      const digest = numberOfDigestBytes(rows, row * MATCH_BYTES)
      const seconds = integers[row * 4 + 2]!
      const nanoseconds = integers[row * 4 + 3]!
      this.#digests[row] = digest
      this.#seconds[row] = seconds
      this.#nanoseconds[row] = nanoseconds
      this.#slots[this.#slotOf(digest, seconds, nanoseconds)] = row + 1
    }
  }

  has(digest: number, seconds: number, nanoseconds: number): boolean {
    return this.#slots[this.#slotOf(digest, seconds, nanoseconds)] !== 0
  }

  /**
   * Mixed with a seed: clients choose digests and instants, and a million digests of 16 different characters
   * with `digest & mask` kept the thread busy for four minutes.
   */
  #hash(digest: number, seconds: number, nanoseconds: number): number {
    let hash = Math.imul((digest >>> 0) ^ this.#seed, 0x85_eb_ca_6b)
    hash = Math.imul(hash ^ (hash >>> 15) ^ nanoseconds, 0xc2_b2_ae_35)
    hash = Math.imul(hash ^ (hash >>> 13) ^ seconds, 0x9e_37_79_b1)
    return hash ^ (hash >>> 16)
  }

  /** The slot that contains the key, or the empty one where it belongs. */
  #slotOf(digest: number, seconds: number, nanoseconds: number): number {
    const first = this.#hash(digest, seconds, nanoseconds) & this.#mask
    for (let slot = first; ; slot = (slot + 1) & this.#mask) {
      const row = this.#slots[slot]! - 1
      if (row === -1) return slot
      if (
        this.#digests[row] === digest &&
        this.#seconds[row] === seconds &&
        this.#nanoseconds[row] === nanoseconds
      )
        return slot
    }
  }
}
