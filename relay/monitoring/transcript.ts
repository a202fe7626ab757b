// JSON on one side, protobuf on the other: reads strict JSON token by token and writes each at once, without an object in between.
// Whatever is not as plain as machines write it is a doubt.
import { Int64 } from '../../otlp/int64.ts'
import { type Automaton, FOUND } from './automaton.ts'
import { type Key, type Keys, MAX_CHANGES, MAX_VALUE_BYTES, learnKey } from './keys.ts'
import type { Named } from './layout.ts'
import { Literal, viewOf } from './literal.ts'
import { textAt } from './notes.ts'
import { MAX_KEY_BYTES } from './plain.ts'

/** Ends a translation; made once, because its stack tells nothing. */
export const DOUBT = new Error('This request goes the way that mends.')

export const [OPEN, CLOSE, OPEN_LIST, CLOSE_LIST, COMMA, COLON] = [0x7b, 0x7d, 0x5b, 0x5d, 0x2c, 0x3a]
export const QUOTE = 0x22
const [BACKSLASH, SPACE, ZERO, NINE] = [0x5c, 0x20, 0x30, 0x39]
/** What comes out is never twice what went in, apart from this. */
const SPARE_BYTES = 1024
/** A larger buffer is not kept for the next one. */
const KEPT_BYTES = 1024 * 1024
/** Whole numbers of more digits may be those of payment cards. */
const MAX_DIGITS = 13
/** As many as 64 bits hold in any case. */
const MAX_TIME_DIGITS = 19
const MAX_NUMBER_BYTES = 32
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
/** What stands behind a backslash, and what is meant; not `u`. */
const ESCAPED = new Uint8Array(256)
for (const [index, name] of Array.from('"\\/bfnrt').entries()) ESCAPED[name.charCodeAt(0)] = '"\\/\b\f\n\r\t'.charCodeAt(index)
const NO_HEX = 16
const HEX = new Uint8Array(256).fill(NO_HEX)
for (const [value, digit] of Array.from('0123456789abcdef').entries())
  for (const form of [digit, digit.toUpperCase()]) HEX[form.charCodeAt(0)] = value

export class Transcript {
  /** What is read, and how far it is. */
  private from: Buffer = Buffer.alloc(0)
  private view = viewOf(this.from)
  private at = 0
  /** What is written, and how far it is. */
  private to: Buffer = Buffer.alloc(0)
  private end = 0
  /** Where the last text or id stands, without its quotes. */
  textFrom = 0
  textTo = 0
  private hash = 0
  private readonly number = new Int64()

  begin(body: Buffer): void {
    this.from = body
    this.view = viewOf(body)
    this.at = 0
    this.end = 0
    const needed = 2 * body.length + SPARE_BYTES
    if (this.to.length < needed || this.to.length > KEPT_BYTES) this.to = Buffer.allocUnsafe(needed)
  }

  /** All that was written, once all is read. */
  finish(): Buffer {
    if (this.next() !== 0 || this.end > this.to.length) throw DOUBT
    return Buffer.from(this.to.subarray(0, this.end))
  }

  /** The byte that comes next; 0 at the end. */
  next(): number {
    const { from } = this
    while (this.at < from.length) {
      const byte = from[this.at]!
      if (byte > SPACE) return byte
      if (byte !== SPACE && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) throw DOUBT
      this.at++
    }
    return 0
  }

  take(byte: number): void {
    if (this.next() !== byte) throw DOUBT
    this.at++
  }

  /** Whether another one of a list or an object comes. */
  more(close: number): boolean {
    const byte = this.next()
    if (byte !== COMMA && byte !== close) throw DOUBT
    this.at++
    return byte === COMMA
  }

  isNext(byte: number): boolean {
    if (this.next() !== byte) return false
    this.at++
    return true
  }

  /** Whether these bytes come next; then they are passed over. */
  passes(literal: Literal): boolean {
    if (!literal.isAt(this.from, this.view, this.at)) return false
    this.at += literal.bytes.length
    return true
  }

  /** The member's name and the colon behind it; `names` by the hash of their bytes, `before`: what came in front of it. */
  member<Member extends Named<Member>>(names: Map<number, Member>, before: { next: Member | undefined }): Member {
    const expected = before.next
    if (expected !== undefined && this.passes(expected.literal)) return expected
    this.take(QUOTE)
    const end = this.endOfName()
    const member = names.get(this.hash)
    // The literal has two quotes and a colon more.
    if (member === undefined || member.literal.bytes.length !== end - this.at + 3) throw DOUBT
    for (let index = this.at; index < end; index++) if (this.from[index] !== member.literal.bytes[index - this.at + 1]) throw DOUBT
    this.at = end + 1
    this.take(COLON)
    before.next = member
    return member
  }

  /** A name that is the only one that can stand here, and its colon. */
  name(literal: Literal): void {
    this.take(QUOTE)
    const end = this.endOfName() + 1
    const { bytes } = literal
    if (end - this.at !== bytes.length - 2) throw DOUBT
    for (let index = 0; index < bytes.length - 2; index++) if (this.from[this.at + index] !== bytes[index + 1]) throw DOUBT
    this.at = end
    this.take(COLON)
  }

  /** The name of an attribute behind its first quote, which is also written. */
  key(keys: Keys, before: { next: Key | undefined }): Key {
    const expected = before.next
    const key = expected !== undefined && this.passes(expected.literal) ? expected : this.otherKey(keys)
    before.next = key
    this.raw(key.written)
    return key
  }

  private otherKey(keys: Keys): Key {
    const end = this.endOfName()
    const known = keys.known.get(this.hash)
    if (known !== undefined && this.passes(known.literal)) return known
    const key = end - this.at > MAX_KEY_BYTES ? undefined : learnKey(keys, this.hash, this.from.subarray(this.at, end))
    if (key === undefined) throw DOUBT
    this.at = end + 1
    return key
  }

  /** Where the name that begins here ends; leaves the hash of its bytes. Escapes in names are nobody's habit. */
  private endOfName(): number {
    const { from } = this
    let hash = 0
    let at = this.at
    for (; at < from.length && from[at] !== QUOTE; at++) {
      const byte = from[at]!
      if (byte === BACKSLASH || byte < SPACE) throw DOUBT
      hash = (Math.imul(hash, 31) + byte) | 0
    }
    if (at === from.length) throw DOUBT
    this.hash = hash
    return at
  }

  /** The last text or id as it was meant. */
  lastText(): string {
    return textAt(this.from, this.textFrom, this.textTo)
  }

  byte(value: number): void {
    this.to[this.end++] = value
  }

  raw(bytes: Uint8Array): void {
    const { to, end } = this
    // Most are tags and short words; the native way begins to pay at about this length.
    if (bytes.length > 64) to.set(bytes, end)
    else for (let index = 0; index < bytes.length; index++) to[end + index] = bytes[index]!
    this.end = end + bytes.length
  }

  /** Room for a length; to be given to `close`. */
  open(reserved: number): number {
    this.end += reserved
    return this.end
  }

  /** A shorter length than was reserved is padded, a longer one moves what it stands before. */
  close(start: number, reserved: number): void {
    const { to } = this
    let rest = this.end - start
    let width = rest < 1 << 7 ? 1 : rest < 1 << 14 ? 2 : rest < 1 << 21 ? 3 : 4
    if (width > reserved) {
      to.copyWithin(start + width - reserved, start, this.end)
      this.end += width - reserved
    } else width = reserved
    let place = start - reserved
    for (; width > 1; width--) {
      to[place++] = (rest & 0x7f) | 0x80
      rest >>>= 7
    }
    to[place] = rest
  }

  /**
   * A text of at most `most` bytes that holds nothing the automaton looks for, or stays the same on a closer look. True when it is
   * written byte for byte as it was read.
   */
  text(most: number, { next, start }: Automaton, isSame: (text: string) => boolean): boolean {
    this.take(QUOTE)
    const { from, to } = this
    const begun = this.at
    const length = this.open(1)
    let { at, end } = this
    let state = start
    for (; at < from.length; at++) {
      let byte = from[at]!
      if (byte === QUOTE || byte < SPACE) break
      if (byte === BACKSLASH) {
        byte = ESCAPED[from[++at]!]!
        if (byte === 0) return this.escaped(begun, at - 1, most, isSame)
      }
      state = next[state + byte]!
      to[end++] = byte
    }
    if (from[at] !== QUOTE || end - length > most) throw DOUBT
    if (state === FOUND && !isSame(to.toString('utf8', length, end))) throw DOUBT
    const isAsRead = end - length === at - begun
    this.textFrom = begun
    this.textTo = at
    this.at = at + 1
    this.end = end
    this.close(length, 1)
    return isAsRead
  }

  /** The value of a key: what it was last time is written as it was then. */
  valueOf(key: Key, automaton: Automaton, isSame: (text: string) => boolean): void {
    if (this.isAgain(key.value)) {
      key.changes = 0
      return
    }
    const isAsRead = this.text(key.most, automaton, isSame)
    if (isAsRead && this.textTo - this.textFrom <= MAX_VALUE_BYTES && key.changes++ < MAX_CHANGES)
      key.value = new Literal(this.from.subarray(this.textFrom - 1, this.textTo + 1))
  }

  private isAgain(value: Literal | undefined): boolean {
    if (value === undefined || !this.passes(value)) return false
    // Two of the bytes are its quotes.
    const size = value.bytes.length - 2
    this.textTo = this.at - 1
    this.textFrom = this.textTo - size
    this.varint(size)
    const { to, end } = this
    for (let index = 0; index < size; index++) to[end + index] = value.bytes[index + 1]!
    this.end = end + size
    return true
  }

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

  varint(value: number): void {
    for (; value > 0x7f; value = Math.floor(value / 128)) this.to[this.end++] = (value % 128) | 0x80
    this.to[this.end++] = value
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

  /** As `text`, with characters by their numbers. */
  private escaped(begun: number, backslash: number, most: number, isSame: (text: string) => boolean): boolean {
    const { from, to } = this
    let at = backslash
    while (at < from.length && from[at] !== QUOTE) at += from[at] === BACKSLASH ? 2 : 1
    const text = unescaped(from.toString('utf8', begun - 1, at + 1))
    const size = Buffer.byteLength(text)
    if (size > most || !isSame(text)) throw DOUBT
    this.textFrom = begun
    this.textTo = at
    this.at = at + 1
    this.end--
    this.varint(size)
    this.end += to.write(text, this.end, 'utf8')
    return false
  }
}

const TRUE = Buffer.from('true')
const FALSE = Buffer.from('false')

function unescaped(quoted: string): string {
  try {
    return JSON.parse(quoted) as string
  } catch {
    throw DOUBT
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
