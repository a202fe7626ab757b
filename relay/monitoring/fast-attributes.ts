// Texts and attributes on the fast path: copied from JSON to protobuf if no rule would change them.
import type { ProtobufWriter } from '../../otlp/protobuf-writer.ts'
import type { Sanitizer } from '../../otlp/sanitizer.ts'
import { BOOL, INT, KEY, STRING, VALUE } from '../../otlp/value-tags.ts'
import type { JsonScanner } from './json-scanner.ts'

const [QUOTE, BACKSLASH, SPACE] = [0x22, 0x5c, 0x20]
const ATTRIBUTE = Buffer.from('{"key":"')
const STRING_VALUE = Buffer.from(',"value":{"stringValue":"')
const INT_VALUE = Buffer.from(',"value":{"intValue":')
const TRUE_VALUE = Buffer.from(',"value":{"boolValue":true')
const FALSE_VALUE = Buffer.from(',"value":{"boolValue":false')
const ATTRIBUTE_END = Buffer.from('}}')
/** What the byte after a backslash stands for; 0: not one of these. */
const ESCAPES = new Uint8Array(256)
for (const [index, name] of Array.from('"\\/bfnrt').entries())
  ESCAPES[name.charCodeAt(0)] = '"\\/\b\f\n\r\t'.charCodeAt(index)
/** Integers of more digits may be the numbers of payment cards. */
const MAX_INTEGER = 1e13

/** All methods return false for what the slow path has to do. */
export class FastAttributes {
  private readonly scanner: JsonScanner
  private readonly writer: ProtobufWriter
  private readonly sanitizer: Sanitizer

  constructor(scanner: JsonScanner, writer: ProtobufWriter, sanitizer: Sanitizer) {
    this.scanner = scanner
    this.writer = writer
    this.sanitizer = sanitizer
  }

  writeAttribute(): boolean {
    const { scanner, writer } = this
    const start = writer.open(1)
    writer.byte(KEY)
    if (!scanner.skip(ATTRIBUTE) || !this.writeKey()) return false
    writer.byte(VALUE)
    const valueStart = writer.open(1)
    if (!this.writeValue()) return false
    writer.close(valueStart, 1)
    writer.close(start, 1)
    return scanner.skip(ATTRIBUTE_END)
  }

  /** A text after its first quote. */
  writeText(): boolean {
    const { writer, sanitizer } = this
    const start = this.copyText()
    if (start < 0 || sanitizer.isPlainText(writer.buffer, start, writer.position)) return start >= 0
    const text = this.writtenText(start)
    return isValid(text) && sanitizer.text(text, '') === text
  }

  writeInteger(max: number): boolean {
    const value = this.scanner.integer()
    this.writer.varint(value >>> 0, Math.floor(value / 2 ** 32))
    return value >= 0 && value <= max
  }

  private writeKey(): boolean {
    const { writer, sanitizer } = this
    const start = this.copyText()
    if (start < 0 || sanitizer.isPlainKey(writer.buffer, start, writer.position)) return start >= 0
    const key = this.writtenText(start)
    return isValid(key) && sanitizer.key(key) === key && !sanitizer.isSecretKey(key)
  }

  /** Doubles, lists, maps and bytes are rare. */
  private writeValue(): boolean {
    const { scanner, writer } = this
    if (scanner.skip(STRING_VALUE)) {
      writer.byte(STRING)
      return this.writeText()
    }
    if (scanner.skip(INT_VALUE)) {
      writer.byte(INT)
      return this.writeInteger(MAX_INTEGER)
    }
    const isTrue = scanner.skip(TRUE_VALUE)
    if (!isTrue && !scanner.skip(FALSE_VALUE)) return false
    writer.byte(BOOL)
    writer.byte(Number(isTrue))
    return true
  }

  /** Copies up to the last quote. Returns where the text starts in the writer; −1: not a usual text. */
  private copyText(): number {
    const { scanner, writer } = this
    const { bytes } = scanner
    writer.reserve(bytes.length - scanner.at)
    const start = writer.open(1)
    const { buffer } = writer
    let from = scanner.at
    let to = start
    for (; bytes[from] !== QUOTE; from++) {
      let byte = bytes[from]
      if (byte === undefined || byte < SPACE) return -1
      if (byte === BACKSLASH) byte = ESCAPES[bytes[++from]!]
      if (byte === undefined || byte === 0) return -1
      buffer[to++] = byte
    }
    scanner.at = from + 1
    writer.position = to
    writer.close(start, 1)
    return writer.position - (to - start)
  }

  private writtenText(start: number): string {
    return this.writer.buffer.toString('utf8', start, this.writer.position)
  }
}

/** Bytes that are not UTF-8 are read as U+FFFD. */
function isValid(text: string): boolean {
  return !text.includes('\ufffd')
}
