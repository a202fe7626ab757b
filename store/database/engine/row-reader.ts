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

  byte(): number {
    return this.bytes[this.position++]!
  }

  skip(bytes: number): void {
    this.position += bytes
  }

  int64(): bigint {
    this.position += 8
    return this.bytes.readBigInt64LE(this.position - 8)
  }

  map(): Record<string, string> {
    return Object.fromEntries(this.list(() => [this.text(), this.text()] as const))
  }

  list<Item>(read: () => Item): Item[] {
    return Array.from({ length: this.length() }, read)
  }

  text(): string {
    const start = this.skipText()
    return this.bytes.toString('utf8', start, this.position)
  }

  /** Returns where the text starts; it ends at `position`. */
  skipText(): number {
    const length = this.length()
    this.position += length
    return this.position - length
  }

  /** Of a text or a list, with seven bits a byte. */
  length(): number {
    let length = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = this.bytes[this.position++]!
      length += (byte & 127) * factor
      if (byte < 128) break
    }
    return length
  }
}
