// Writes protobuf into one growing buffer. The length of a nested message is reserved, then set in place.
import type { Int64 } from './int64.ts'

/** Most exceptions fit; a batch of spans grows it a few times, once per writer. */
const INITIAL_BYTES = 16 * 1024
/** A larger buffer is not reused, so that one large request does not cost memory for ever. */
const MAX_REUSED_BYTES = 1024 * 1024
/** Up to this many characters the length fits one byte, whatever they are (three bytes each). */
const SHORT_TEXT = 42

export class ProtobufWriter {
  /** Bytes up to `position` are written. Every write may replace the buffer by a larger one. */
  buffer: Buffer
  position = 0

  constructor(initialBytes = INITIAL_BYTES) {
    this.buffer = Buffer.allocUnsafe(initialBytes)
  }

  reset(): void {
    this.position = 0
    if (this.buffer.length > MAX_REUSED_BYTES) this.buffer = Buffer.allocUnsafe(INITIAL_BYTES)
  }

  /** A copy of all written bytes. */
  copy(): Buffer {
    return Buffer.from(this.buffer.subarray(0, this.position))
  }

  byte(value: number): void {
    if (this.position === this.buffer.length) this.reserve(1)
    this.buffer[this.position++] = value
  }

  varint(low: number, high = 0): void {
    this.reserve(10)
    while (high !== 0 || low > 127) {
      this.buffer[this.position++] = (low & 127) | 128
      low = ((low >>> 7) | (high << 25)) >>> 0
      high >>>= 7
    }
    this.buffer[this.position++] = low
  }

  fixed32(value: number): void {
    this.reserve(4)
    this.position = this.buffer.writeUInt32LE(value, this.position)
  }

  fixed64({ low, high }: Pick<Int64, 'low' | 'high'>): void {
    this.fixed32(low)
    this.fixed32(high)
  }

  double(value: number): void {
    this.reserve(8)
    this.position = this.buffer.writeDoubleLE(value, this.position)
  }

  /** Length and UTF-8; a lone surrogate becomes U+FFFD. Returns where the UTF-8 starts. */
  text(text: string): number {
    if (text.length <= SHORT_TEXT) return this.shortText(text)
    const size = Buffer.byteLength(text)
    this.varint(size)
    this.reserve(size)
    const start = this.position
    this.position += this.buffer.write(text, start, size, 'utf8')
    return start
  }

  /** Length and bytes. */
  bytes(bytes: Uint8Array): void {
    this.varint(bytes.length)
    this.append(bytes)
  }

  /** The bytes as they are: encoded fields. */
  append(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.buffer.set(bytes, this.position)
    this.position += bytes.length
  }

  /** Length and bytes of hex in any case. Returns the OR of all bytes; −1, and nothing written: not hex. */
  hex(digits: string): number {
    const size = digits.length >>> 1
    this.reserve(4 * digits.length)
    const { buffer, position } = this
    // Its UTF-8 goes behind the space for the result; a character that is not ASCII is not hex.
    const from = position + digits.length
    buffer.write(digits, from, 'utf8')
    buffer[position] = size
    let bits = 0
    let invalid = 0
    for (let index = 0; index < size; index++) {
      const upper = HEX[buffer[from + 2 * index]!]!
      const lower = HEX[buffer[from + 2 * index + 1]!]!
      invalid |= upper | lower
      bits |= buffer[position + 1 + index] = (upper << 4) | lower
    }
    if (invalid >= NOT_HEX) return -1
    this.position += size + 1
    return bits
  }

  /** Opens a length-delimited part whose length likely takes `reserved` bytes. `close` takes the result. */
  open(reserved: 1 | 2): number {
    this.reserve(reserved)
    this.position += reserved
    return this.position
  }

  /** Sets the length: a shorter one is padded (legal in protobuf), a longer one moves the part. */
  close(start: number, reserved: 1 | 2): void {
    const size = this.position - start
    if (size < 1 << 7 && reserved === 1) {
      this.buffer[start - 1] = size
      return
    }
    const needed = size < 1 << 7 ? 1 : size < 1 << 14 ? 2 : size < 1 << 21 ? 3 : 4
    const width = Math.max(needed, reserved)
    if (width > reserved) {
      this.reserve(width - reserved)
      this.buffer.copyWithin(start + width - reserved, start, this.position)
      this.position += width - reserved
    }
    let rest = size
    for (let index = start - reserved; index < start - reserved + width - 1; index++) {
      this.buffer[index] = (rest & 127) | 128
      rest >>>= 7
    }
    this.buffer[start - reserved + width - 1] = rest
  }

  /** ASCII is written by a loop, which beats the native call at this length. */
  private shortText(text: string): number {
    this.reserve(3 * SHORT_TEXT + 1)
    const { buffer } = this
    const start = this.position + 1
    let size = text.length
    for (let index = 0; index < size; index++) {
      const code = text.charCodeAt(index)
      if (code > 127) {
        size = buffer.write(text, start, 'utf8')
        break
      }
      buffer[start + index] = code
    }
    buffer[this.position] = size
    this.position = start + size
    return start
  }

  reserve(size: number): void {
    if (this.position + size <= this.buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(2 * this.buffer.length, this.position + size))
    this.buffer.copy(larger, 0, 0, this.position)
    this.buffer = larger
  }
}

const NOT_HEX = 0x80
/** The value of a hex digit by its character code. */
const HEX = new Uint8Array(256).fill(NOT_HEX)
for (const [value, digit] of Array.from('0123456789abcdef').entries())
  for (const form of [digit, digit.toUpperCase()]) HEX[form.charCodeAt(0)] = value
