// The occurrences that the engine found, known again by digest and instant.
import { numberOfDigestBytes } from '../../rows/digest.ts'

/** What the engine is asked for, in RowBinary: the eight characters of the digest, seconds and nanoseconds in four bytes each. */
export const FOUND_COLUMNS = `toFixedString(Digest, 8), toUInt32(toUnixTimestamp(exceptions.Timestamp)), toUInt32(toUnixTimestamp64Nano(exceptions.Timestamp) % 1000000000)`
export const FOUND_BYTES = 16

export class Found {
  readonly #mask: number
  /** The number of a row and one; 0: the place is empty. */
  readonly #slots: Uint32Array
  readonly #digests: Float64Array
  readonly #seconds: Uint32Array
  readonly #nanoseconds: Uint32Array

  constructor(answer: Buffer) {
    const size = answer.length / FOUND_BYTES
    // Half of the places are empty, so that few are looked at.
    this.#mask = 2 ** Math.ceil(Math.log2(2 * size + 2)) - 1
    this.#slots = new Uint32Array(this.#mask + 1)
    this.#digests = new Float64Array(size)
    this.#seconds = new Uint32Array(size)
    this.#nanoseconds = new Uint32Array(size)
    // A copy lies where words of four bytes can be read.
    const words = new Uint32Array(new Uint8Array(answer).buffer)
    for (let row = 0; row < size; row++) {
      const digest = numberOfDigestBytes(answer, row * FOUND_BYTES)
      const seconds = words[row * 4 + 2]!
      const nanoseconds = words[row * 4 + 3]!
      this.#digests[row] = digest
      this.#seconds[row] = seconds
      this.#nanoseconds[row] = nanoseconds
      this.#slots[this.#place(digest, seconds, nanoseconds)] = row + 1
    }
  }

  has(digest: number, seconds: number, nanoseconds: number): boolean {
    return this.#slots[this.#place(digest, seconds, nanoseconds)] !== 0
  }

  /** Where it is, or would be. */
  #place(digest: number, seconds: number, nanoseconds: number): number {
    for (let at = digest & this.#mask; ; at = (at + 1) & this.#mask) {
      const row = this.#slots[at]! - 1
      if (row === -1) return at
      if (
        this.#digests[row] === digest &&
        this.#seconds[row] === seconds &&
        this.#nanoseconds[row] === nanoseconds
      )
        return at
    }
  }
}
