// JSON on one side, protobuf on the other, and how far each of them is.
import { type Literal, viewOf } from './literal.ts'

/** Ends a translation; made once, because its stack tells nothing. */
export const DOUBT = new Error('This request goes the way that mends.')

export const [OPEN, CLOSE, OPEN_LIST, CLOSE_LIST, COMMA, COLON] = [0x7b, 0x7d, 0x5b, 0x5d, 0x2c, 0x3a]
export const [QUOTE, BACKSLASH, SPACE] = [0x22, 0x5c, 0x20]
/** What comes out is never twice what went in, apart from this. */
const SPARE_BYTES = 1024
/** A larger buffer is not kept for the next one. */
const KEPT_BYTES = 1024 * 1024

export class Tape {
  /** What is read, and how far it is. */
  protected from: Buffer = Buffer.alloc(0)
  protected at = 0
  private view = viewOf(this.from)
  /** What is written, and how far it is. */
  protected to: Buffer = Buffer.alloc(0)
  protected end = 0

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

  varint(value: number): void {
    for (; value > 0x7f; value = Math.floor(value / 128)) this.to[this.end++] = (value % 128) | 0x80
    this.to[this.end++] = value
  }
}
