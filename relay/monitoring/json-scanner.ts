// Reads JSON as machines write it, byte by byte and without making strings: no white space.
import type { Int64 } from '../../otlp/int64.ts'

const [QUOTE, ZERO] = [0x22, 0x30]
/** As many digits as fit a double exactly. */
const MAX_DIGITS = 15
/** As many digits as 64 bits hold in any case. */
const MAX_INT64_DIGITS = 19
const BILLION_DIGITS = 9

export class JsonScanner {
  bytes: Buffer = Buffer.alloc(0)
  at = 0

  start(bytes: Buffer): void {
    this.bytes = bytes
    this.at = 0
  }

  isAtEnd(): boolean {
    return this.at === this.bytes.length
  }

  skipByte(byte: number): boolean {
    if (this.bytes[this.at] !== byte) return false
    this.at++
    return true
  }

  skip(literal: Uint8Array): boolean {
    const { bytes, at } = this
    if (at + literal.length > bytes.length) return false
    for (let index = 0; index < literal.length; index++)
      if (bytes[at + index] !== literal[index]) return false
    this.at = at + literal.length
    return true
  }

  /** A positive integer, in quotes or not; −1: another value. A fraction or exponent is left unread. */
  integer(): number {
    const isQuoted = this.skipByte(QUOTE)
    const { bytes, at } = this
    const end = at + this.digits()
    const hasLeadingZero = bytes[at] === ZERO && end > at + 1
    if (end === at || end > at + MAX_DIGITS || hasLeadingZero) return -1
    this.at = end
    if (isQuoted && !this.skipByte(QUOTE)) return -1
    return this.valueOf(at, end)
  }

  /** A 64-bit integer in quotes; false for other values. */
  int64(number: Int64): boolean {
    if (!this.skipByte(QUOTE)) return false
    const { at } = this
    const end = at + this.digits()
    if (end === at || end > at + MAX_INT64_DIGITS) return false
    const middle = Math.max(at, end - BILLION_DIGITS)
    this.at = end
    return number.setParts(this.valueOf(at, middle), this.valueOf(middle, end)) && this.skipByte(QUOTE)
  }

  private digits(): number {
    const { bytes, at } = this
    let end = at
    while (end < bytes.length && bytes[end]! >= ZERO && bytes[end]! <= ZERO + 9) end++
    return end - at
  }

  private valueOf(start: number, end: number): number {
    let value = 0
    for (let index = start; index < end; index++) value = 10 * value + this.bytes[index]! - ZERO
    return value
  }
}
