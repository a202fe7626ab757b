// A 64-bit integer as two unsigned halves, read from what OTLP/JSON allows: decimal strings and numbers. No bigint is made:
// every span has two times of 19 digits, and this is on the way of each.

const HALF = 2 ** 32
const DIGITS = /^\d{1,20}$/
const DECIMAL = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

export class Int64 {
  low = 0
  high = 0

  /** Takes a whole number from 0 to 2⁶⁴ − 1; false (and nothing set) for anything else. */
  setUnsigned(value: unknown): boolean {
    if (typeof value === 'string') {
      if (DIGITS.test(value)) return this.setDigits(value)
      return DECIMAL.test(value) && this.setUnsigned(Number(value))
    }
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value >= HALF * HALF)
      return false
    this.low = value % HALF
    this.high = Math.floor(value / HALF)
    return true
  }

  /** Takes a whole number from −2⁶³ to 2⁶³ − 1, in two's complement; false (and nothing sensible set) for anything else. */
  setSigned(value: unknown): boolean {
    const negative =
      typeof value === 'number' ? value < 0 : typeof value === 'string' && value.startsWith('-')
    if (!negative) return this.setUnsigned(value) && this.high < HALF / 2
    if (!this.setUnsigned(typeof value === 'number' ? -value : (value as string).slice(1))) return false
    if (this.high > HALF / 2 || (this.high === HALF / 2 && this.low > 0)) return false
    this.low = (HALF - this.low) % HALF
    this.high = (this.low === 0 ? HALF - this.high : HALF - 1 - this.high) % HALF
    return true
  }

  /** Sets upper · 10⁹ + lower; false (and nothing set) when that is more than 64 bits hold. */
  setParts(upper: number, lower: number): boolean {
    // The product is built from parts that stay below 2⁵³.
    const coarse = Math.floor(upper / 65_536) * 1e9
    const fine = (upper % 65_536) * 1e9 + lower
    const low = (coarse % 65_536) * 65_536 + (fine % HALF)
    const high = Math.floor(coarse / 65_536) + Math.floor(fine / HALF) + Math.floor(low / HALF)
    if (high >= HALF) return false
    this.low = low % HALF
    this.high = high
    return true
  }

  private setDigits(digits: string): boolean {
    if (digits.length >= 16) return this.setParts(Number(digits.slice(0, -9)), Number(digits.slice(-9)))
    const small = Number(digits)
    this.low = small % HALF
    this.high = Math.floor(small / HALF)
    return true
  }
}
