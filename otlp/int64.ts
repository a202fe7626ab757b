// A 64-bit integer as two unsigned halves, read from what OTLP/JSON allows: decimal strings and numbers.
// It makes no bigint: every span has two times of 19 digits.

const HALF = 2 ** 32
const MAX_DIGITS = 20
const DECIMAL = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const ZERO = 0x30
const BILLION = 1e9

export class Int64 {
  low = 0
  high = 0

  /** Takes an integer from 0 to 2⁶⁴ − 1; false (and nothing set) for anything else. */
  setUnsigned(value: unknown): boolean {
    if (typeof value === 'string')
      return this.setDigits(value) ?? (DECIMAL.test(value) && this.setUnsigned(Number(value)))
    // Most numbers: the operations below take ten times as long.
    if (typeof value === 'number' && value >>> 0 === value) {
      this.low = value
      this.high = 0
      return true
    }
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value >= HALF * HALF)
      return false
    this.low = value % HALF
    this.high = Math.floor(value / HALF)
    return true
  }

  /** From −2⁶³ to 2⁶³ − 1, in two's complement. False, and undefined halves, for anything else. */
  setSigned(value: unknown): boolean {
    const isNegative =
      typeof value === 'number' ? value < 0 : typeof value === 'string' && value.startsWith('-')
    if (!isNegative) return this.setUnsigned(value) && this.high < HALF / 2
    if (!this.setUnsigned(typeof value === 'number' ? -value : (value as string).slice(1))) return false
    if (this.high > HALF / 2 || (this.high === HALF / 2 && this.low > 0)) return false
    this.low = (HALF - this.low) % HALF
    this.high = (this.low === 0 ? HALF - this.high : HALF - 1 - this.high) % HALF
    return true
  }

  /** Digits alone; undefined for other texts. */
  private setDigits(text: string): boolean | undefined {
    if (text.length === 0 || text.length > MAX_DIGITS) return undefined
    let [upper, lower] = [0, 0]
    const middle = text.length - 9
    for (let index = 0; index < text.length; index++) {
      const digit = text.charCodeAt(index) - ZERO
      if (digit < 0 || digit > 9) return undefined
      if (index < middle) upper = 10 * upper + digit
      else lower = 10 * lower + digit
    }
    return this.setParts(upper, lower)
  }

  /** Sets upper · 10⁹ + lower; false (and nothing set) when that is more than 64 bits. */
  private setParts(upper: number, lower: number): boolean {
    // The product as a double is off by thousands at most; the exact low half makes the high half exact too.
    const low = (Math.imul(upper, BILLION) + lower) >>> 0
    const high = Math.round((upper * BILLION + lower - low) / HALF)
    if (high >= HALF) return false
    this.low = low
    this.high = high
    return true
  }
}
