// Rows in the engine's RowBinary: column after column, a text as its length and its bytes. The engine reads that with a fraction of the
// time that JSON takes, and it can be copied from protobuf without a string in between: both write texts alike.
import type { Attributes } from './attributes.ts'

/** Node keeps such small ones in stock; with 16 KiB each the writers of small requests kept the store busy with making room for them. */
const FIRST_BYTES = 1024

/** Up to so many characters the length fits one byte whatever they are (three bytes each). */
const SHORT = 42

const DIGITS = Buffer.from('0123456789abcdef')

export class RowWriter {
  at = 0
  private buffer = Buffer.allocUnsafe(FIRST_BYTES)

  /** What was written, without a copy: nothing may be written afterwards. */
  whole(): Buffer {
    return this.buffer.subarray(0, this.at)
  }

  byte(value: number): void {
    this.reserve(1)
    this.buffer[this.at++] = value
  }

  /** Of a number below 2³¹: lengths and counts. */
  varint(value: number): void {
    this.reserve(5)
    for (; value > 127; value >>>= 7) this.buffer[this.at++] = (value & 127) | 128
    this.buffer[this.at++] = value
  }

  int64(value: bigint): void {
    this.reserve(8)
    this.at = this.buffer.writeBigInt64LE(value, this.at)
  }

  /** Both halves of a 64-bit number, unsigned. */
  halves(low: number, high: number): void {
    this.reserve(8)
    this.at = this.buffer.writeUInt32LE(high, this.buffer.writeUInt32LE(low, this.at))
  }

  text(text: string): void {
    if (text.length <= SHORT) {
      this.reserve(3 * SHORT + 1)
      const size = this.buffer.write(text, this.at + 1, 'utf8')
      this.buffer[this.at] = size
      this.at += size + 1
      return
    }
    const size = Buffer.byteLength(text)
    this.varint(size)
    this.reserve(size)
    this.at += this.buffer.write(text, this.at, size, 'utf8')
  }

  map(attributes: Attributes): void {
    const keys = Object.keys(attributes)
    this.varint(keys.length)
    for (const key of keys) {
      this.text(key)
      this.text(attributes[key]!)
    }
  }

  list<Item>(items: Item[], write: (item: Item) => void): void {
    this.varint(items.length)
    for (const item of items) write(item)
  }

  /** What was written before, as it is. */
  chunk(bytes: Buffer): void {
    this.reserve(bytes.length)
    this.at += bytes.copy(this.buffer, this.at)
  }

  /** The text of an id: its bytes in hex. */
  hex(source: Buffer, start: number, end: number): void {
    this.reserve(2 * (end - start) + 1)
    const { buffer } = this
    let at = this.at
    buffer[at++] = 2 * (end - start)
    for (let index = start; index < end; index++) {
      const byte = source[index]!
      buffer[at++] = DIGITS[byte >>> 4]!
      buffer[at++] = DIGITS[byte & 15]!
    }
    this.at = at
  }

  /** A text that needs no cleaning, from its bytes. False where it does: it holds a NUL, or anything beyond ASCII. */
  plain(source: Buffer, start: number, end: number): boolean {
    this.varint(end - start)
    this.reserve(end - start)
    const { buffer } = this
    let at = this.at
    for (let index = start; index < end; index++) {
      const byte = source[index]!
      if (byte === 0 || byte > 127) return false
      buffer[at++] = byte
    }
    this.at = at
    return true
  }

  private reserve(more: number): void {
    if (this.at + more <= this.buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(2 * this.buffer.length, this.at + more))
    this.buffer.copy(larger, 0, 0, this.at)
    this.buffer = larger
  }
}
