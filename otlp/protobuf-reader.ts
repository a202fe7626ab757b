// Reads protobuf's wire format. Every read is bounded by the end of its message.
import { OtlpError } from './otlp-error.ts'

export const VARINT = 0
export const FIXED64 = 1
export const DELIMITED = 2
export const FIXED32 = 5

/** Messages within messages, as in other protobuf readers: deeper ones may exhaust a stack. */
const MAX_DEPTH = 100

export class ProtobufReader {
  readonly bytes: Buffer
  at = 0
  /** Both halves of the varint read last, as unsigned 32-bit numbers: most are small and need no bigint. */
  low = 0
  high = 0
  private depth = 0

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  varint(end: number): void {
    const first = this.bytes[this.at]!
    // Most tags and lengths are of one byte.
    if (first < 0x80 && this.at < end) {
      this.at++
      this.low = first
      this.high = 0
      return
    }
    let low = 0
    let high = 0
    for (let shift = 0; shift < 70; shift += 7) {
      if (this.at >= end) throw new OtlpError('A number extends past the end of its message.')
      const byte = this.bytes[this.at++]!
      const bits = byte & 0x7f
      if (shift < 28) low |= bits << shift
      else if (shift === 28) {
        low |= bits << 28
        high = bits >>> 4
      } else high |= bits << (shift - 32)
      if (byte < 0x80) {
        this.low = low >>> 0
        this.high = high >>> 0
        return
      }
    }
    throw new OtlpError('A number has more than ten bytes.')
  }

  /** A tag: field number and wire type in one number. */
  tag(end: number): number {
    this.varint(end)
    if (this.high !== 0 || this.low < 8) throw new OtlpError('A field has an invalid number.')
    return this.low
  }

  /** The end of the length-delimited part that starts here. */
  delimited(end: number): number {
    this.varint(end)
    const stop = this.at + this.low
    if (this.high !== 0 || stop > end) throw new OtlpError('A length exceeds the end of its message.')
    return stop
  }

  /** The end of the message that starts here. `leave` follows its last byte. */
  enter(end: number): number {
    if (++this.depth > MAX_DEPTH) throw new OtlpError('The messages are nested too deeply.')
    return this.delimited(end)
  }

  leave(): void {
    this.depth--
  }

  /** Skips `size` bytes and returns where they start. */
  fixed(size: number, end: number): number {
    const start = this.at
    if (start + size > end) throw new OtlpError('A fixed-size number extends past the end of its message.')
    this.at = start + size
    return start
  }

  text(end: number): string {
    const stop = this.delimited(end)
    const text = this.bytes.toString('utf8', this.at, stop)
    this.at = stop
    return text
  }

  skip(wireType: number, end: number): void {
    if (wireType === VARINT) this.varint(end)
    else if (wireType === FIXED64) this.fixed(8, end)
    else if (wireType === DELIMITED) this.at = this.delimited(end)
    else if (wireType === FIXED32) this.fixed(4, end)
    else throw new OtlpError('Groups are not part of OTLP.')
  }

  /** The varint read last, as a decimal string. */
  unsigned(): string {
    return this.high === 0 ? String(this.low) : String((BigInt(this.high) << 32n) | BigInt(this.low))
  }

  signed(): string {
    return this.high === 0
      ? String(this.low)
      : String(BigInt.asIntN(64, (BigInt(this.high) << 32n) | BigInt(this.low)))
  }
}

export function wrongType(name: string): OtlpError {
  return new OtlpError(`The field "${name}" is not of its type.`, name)
}
