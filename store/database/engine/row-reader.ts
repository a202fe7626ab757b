// Reads rows in RowBinary, value by value: a million rows need not become objects.

/** SQL: hex digits as an integer of 64 bits, which is read as two halves, the low one first. */
export const hexToInteger = (text: string): string => `reinterpretAsUInt64(reverse(unhex(${text})))`

export class RowReader {
  readonly bytes: Buffer
  position = 0

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.position >= this.bytes.length
  }

  uint32(): number {
    this.position += 4
    return this.bytes.readUInt32LE(this.position - 4)
  }

  text(): string {
    const start = this.skipText()
    return this.bytes.toString('utf8', start, this.position)
  }

  /** Returns where the text starts; it ends at `position`. Its length has seven bits a byte. */
  skipText(): number {
    let length = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = this.bytes[this.position++]!
      length += (byte & 127) * factor
      if (byte < 128) break
    }
    this.position += length
    return this.position - length
  }
}
