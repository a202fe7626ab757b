// One growing buffer that protobuf is written into. Nested messages are written in place: their length is reserved, then filled in.
import type { Int64 } from './int64.ts'

/** Most exceptions fit; a batch of spans grows it a few times, once per writer. */
const FIRST_SIZE = 16 * 1024
/** Up to this many characters the length in bytes fits one byte whatever they are (three each), and a loop beats the native call. */
const SHORT_TEXT = 42

export class ProtobufWriter {
  private buffer = Buffer.allocUnsafe(FIRST_SIZE)
  private at = 0

  reset(): void {
    this.at = 0
  }

  /** A copy of what was written: the buffer itself is used again. */
  copy(): Buffer {
    return Buffer.from(this.buffer.subarray(0, this.at))
  }

  byte(value: number): void {
    if (this.at === this.buffer.length) this.grow(1)
    this.buffer[this.at++] = value
  }

  varint(low: number, high = 0): void {
    this.grow(10)
    while (high !== 0 || low > 127) {
      this.buffer[this.at++] = (low & 127) | 128
      low = ((low >>> 7) | (high << 25)) >>> 0
      high >>>= 7
    }
    this.buffer[this.at++] = low
  }

  fixed32(value: number): void {
    this.grow(4)
    this.at = this.buffer.writeUInt32LE(value, this.at)
  }

  fixed64(value: Int64): void {
    this.fixed32(value.low)
    this.fixed32(value.high)
  }

  double(value: number): void {
    this.grow(8)
    this.at = this.buffer.writeDoubleLE(value, this.at)
  }

  /** Length and UTF-8; a lone surrogate becomes U+FFFD. */
  text(text: string): void {
    if (text.length <= SHORT_TEXT) return this.shortText(text)
    const size = Buffer.byteLength(text)
    this.varint(size)
    this.grow(size)
    this.at += this.buffer.write(text, this.at, size, 'utf8')
  }

  raw(bytes: Uint8Array): void {
    this.varint(bytes.length)
    this.grow(bytes.length)
    this.buffer.set(bytes, this.at)
    this.at += bytes.length
  }

  /** Length and bytes of lower- or upper-case hex; false, and nothing written, when a character is none. */
  hex(hex: string): boolean {
    const size = hex.length >>> 1
    this.grow(size + 1)
    this.buffer[this.at] = size
    for (let index = 0; index < size; index++) {
      const upper = nibble(hex.charCodeAt(2 * index))
      const lower = nibble(hex.charCodeAt(2 * index + 1))
      if (upper < 0 || lower < 0) return false
      this.buffer[this.at + 1 + index] = (upper << 4) | lower
    }
    this.at += size + 1
    return true
  }

  /** Opens a length-delimited part whose length will most likely take `reserved` bytes; give the answer to `close`. */
  open(reserved: 1 | 2): number {
    this.grow(reserved)
    this.at += reserved
    return this.at
  }

  /** A shorter length than reserved is padded (legal in protobuf), a longer one moves the part. */
  close(start: number, reserved: 1 | 2): void {
    const size = this.at - start
    const needed = size < 1 << 7 ? 1 : size < 1 << 14 ? 2 : size < 1 << 21 ? 3 : 4
    const width = Math.max(needed, reserved)
    if (width > reserved) {
      this.grow(width - reserved)
      this.buffer.copyWithin(start + width - reserved, start, this.at)
      this.at += width - reserved
    }
    let rest = size
    for (let index = start - reserved; index < start - reserved + width - 1; index++) {
      this.buffer[index] = (rest & 127) | 128
      rest >>>= 7
    }
    this.buffer[start - reserved + width - 1] = rest
  }

  /** Takes back what was written since `mark`. */
  get mark(): number {
    return this.at
  }

  rewind(mark: number): void {
    this.at = mark
  }

  private shortText(text: string): void {
    this.grow(3 * SHORT_TEXT + 1)
    const { buffer } = this
    const start = this.at + 1
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (code > 127) {
        const size = buffer.write(text, start, 'utf8')
        buffer[this.at] = size
        this.at = start + size
        return
      }
      buffer[start + index] = code
    }
    buffer[this.at] = text.length
    this.at = start + text.length
  }

  private grow(more: number): void {
    if (this.at + more <= this.buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(2 * this.buffer.length, this.at + more))
    this.buffer.copy(larger, 0, 0, this.at)
    this.buffer = larger
  }
}

function nibble(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  const letter = code | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}
