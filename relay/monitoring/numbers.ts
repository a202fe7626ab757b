// Ids, times and numbers from JSON to protobuf.
import { Int64 } from '../../otlp/int64.ts'
import { DOUBT, QUOTE, Tape } from './tape.ts'

const [ZERO, NINE] = [0x30, 0x39]
/** Whole numbers of more digits may be those of payment cards. */
const MAX_DIGITS = 13
/** As many as 64 bits hold in any case. */
const MAX_TIME_DIGITS = 19
const MAX_NUMBER_BYTES = 32
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const NO_HEX = 16
const HEX = new Uint8Array(256).fill(NO_HEX)
for (const [value, digit] of Array.from('0123456789abcdef').entries())
  for (const form of [digit, digit.toUpperCase()]) HEX[form.charCodeAt(0)] = value
const TRUE = Buffer.from('true')
const FALSE = Buffer.from('false')

export class NumberTape extends Tape {
  /** Where the last text or id stands, without its quotes. */
  textFrom = 0
  textTo = 0
  private readonly number = new Int64()

  /** Hex of `size` bytes, not all of them zero. */
  id(size: number): void {
    this.take(QUOTE)
    const { from, to } = this
    if (this.at + 2 * size >= from.length || from[this.at + 2 * size] !== QUOTE) throw DOUBT
    this.byte(size)
    this.textFrom = this.at
    let seen = 0
    for (let index = 0; index < size; index++) {
      const upper = HEX[from[this.at++]!]!
      const lower = HEX[from[this.at++]!]!
      if ((upper | lower) >= NO_HEX) throw DOUBT
      seen |= to[this.end++] = (upper << 4) | lower
    }
    if (seen === 0) throw DOUBT
    this.textTo = this.at++
  }

  /** Nanoseconds in quotes; `isNeeded`: not zero. */
  time(isNeeded: boolean): void {
    this.take(QUOTE)
    const { from, to } = this
    const start = this.at
    let digits = 0
    while (isDigit(from[start + digits])) digits++
    if (digits === 0 || digits > MAX_TIME_DIGITS || from[start + digits] !== QUOTE) throw DOUBT
    const middle = start + Math.max(0, digits - 9)
    this.number.setParts(whole(from, start, middle), whole(from, middle, start + digits))
    this.at = start + digits + 1
    const { low, high } = this.number
    if (isNeeded && low === 0 && high === 0) throw DOUBT
    this.end = to.writeUInt32LE(low, this.end)
    this.end = to.writeUInt32LE(high, this.end)
  }

  /** A whole number without a sign that is not above `most`. */
  whole(most: number): number {
    const isQuoted = this.isNext(QUOTE)
    const { from } = this
    const start = this.at
    let digits = 0
    while (isDigit(from[start + digits])) digits++
    if (digits === 0 || digits > MAX_DIGITS || (digits > 1 && from[start] === ZERO)) throw DOUBT
    this.at = start + digits
    // What goes on is a fraction or an exponent.
    if (isQuoted) this.take(QUOTE)
    const value = whole(from, start, start + digits)
    if (value > most) throw DOUBT
    return value
  }

  /** The same without quotes. */
  plainWhole(most: number): number {
    if (this.next() === QUOTE) throw DOUBT
    return this.whole(most)
  }

  fixed32(value: number): void {
    this.end = this.to.writeUInt32LE(value, this.end)
  }

  /** A number that is below `most`, whatever its sign. */
  double(most: number): void {
    const { from } = this
    this.next()
    const start = this.at
    let at = start
    while (isOfNumber(from[at]) && at - start <= MAX_NUMBER_BYTES) at++
    const text = from.toString('latin1', start, at)
    const value = Number(text)
    if (!NUMBER.test(text) || Math.abs(value) >= most) throw DOUBT
    this.at = at
    this.end = this.to.writeDoubleLE(value, this.end)
  }

  truth(): void {
    const word = this.next() === 0x74 ? TRUE : FALSE
    for (const byte of word) if (this.from[this.at++] !== byte) throw DOUBT
    this.byte(Number(word === TRUE))
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE
}

/** Digits, signs, the point and the exponent. */
function isOfNumber(byte: number | undefined): boolean {
  return isDigit(byte) || byte === 0x2b || byte === 0x2d || byte === 0x2e || byte === 0x45 || byte === 0x65
}

function whole(from: Buffer, start: number, end: number): number {
  let value = 0
  for (let at = start; at < end; at++) value = 10 * value + from[at]! - ZERO
  return value
}
