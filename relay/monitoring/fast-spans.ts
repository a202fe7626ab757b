// A fast path for spans in JSON as SDKs send them: they are written as protobuf while they are scanned,
// without objects and strings in between. Whatever is unusual, or would be changed by a rule, is left to the
// slow path of `read.ts`.
import type { Field, Message } from '../../otlp/descriptor.ts'
import { Int64 } from '../../otlp/int64.ts'
import { tracesRequest } from '../../otlp/messages.ts'
import { ProtobufWriter } from '../../otlp/protobuf-writer.ts'
import type { Sanitizer } from '../../otlp/sanitizer.ts'
import { KEY, BOOL, INT, STRING, VALUE } from '../../otlp/write-value.ts'
import { JsonScanner } from './json-scanner.ts'

/** Undefined: the request is for the slow path. `stamp`: as of the writer. */
export type FastReader = (body: Buffer, stamp: Buffer) => { bytes: Buffer; accepted: number } | undefined

type Member = { name: Uint8Array; field: Field; bit: number; inner: Table | undefined }
/** `required`: bits of the members without which a message is not written as it is. */
type Table = { message: Message; members: Member[]; required: number }

const [OPEN, CLOSE, OPEN_LIST, CLOSE_LIST, COMMA] = [0x7b, 0x7d, 0x5b, 0x5d, 0x2c]
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
const MAX_UINT32 = 2 ** 32 - 1

export function createFastReader(sanitizer: Sanitizer): FastReader {
  const { limits } = sanitizer
  const request = tableOf(tracesRequest)
  const scanner = new JsonScanner()
  const writer = new ProtobufWriter()
  const number = new Int64()
  let items = 0
  let stamp: Uint8Array = Buffer.alloc(0)
  return read

  function read(body: Buffer, stampBytes: Buffer): { bytes: Buffer; accepted: number } | undefined {
    items = 0
    stamp = stampBytes
    scanner.start(body)
    writer.reset()
    const isWritten = writeMessage(request) && scanner.isAtEnd() && items <= limits.items
    return isWritten ? { bytes: writer.copy(), accepted: items } : undefined
  }

  /**
   * Like all functions below: false if the slow path has to do it. Members may come in any order, each once.
   */
  function writeMessage({ message, members, required }: Table): boolean {
    if (message.role === 'item') items++
    if (!scanner.skipByte(OPEN)) return false
    let present = 0
    let index = -1
    if (!scanner.skipByte(CLOSE)) {
      do {
        index = nextMember(members, index)
        const member = members[index]
        if (member === undefined || (present & member.bit) !== 0 || !writeMember(member)) return false
        present |= member.bit
      } while (scanner.skipByte(COMMA))
      if (!scanner.skipByte(CLOSE)) return false
    }
    if (message.isResourceContainer) writer.append(stamp)
    return (present & required) === required
  }

  /** Senders keep to an order, so the search starts after the previous member. −1: none of them. */
  function nextMember(members: Member[], previous: number): number {
    for (let count = 1; count <= members.length; count++) {
      const index = (previous + count) % members.length
      if (scanner.skip(members[index]!.name)) return index
    }
    return -1
  }

  function writeMember({ field, inner }: Member): boolean {
    if (field.isRepeated) return writeList(field, inner)
    writer.varint(field.tag)
    return inner === undefined ? writeScalar(field) : writeNested(inner)
  }

  function writeNested(table: Table): boolean {
    const start = writer.open(2)
    if (!writeMessage(table)) return false
    writer.close(start, 2)
    return true
  }

  function writeList(field: Field, inner: Table | undefined): boolean {
    if (!scanner.skipByte(OPEN_LIST)) return false
    if (scanner.skipByte(CLOSE_LIST)) return !holdsItems(field)
    const limit = inner === undefined ? limits.attributes : holdsItems(field) ? Infinity : limits.parts
    let count = 0
    do {
      if (++count > limit) return false
      writer.varint(field.tag)
      if (!(inner === undefined ? writeAttribute() : writeNested(inner))) return false
    } while (scanner.skipByte(COMMA))
    return scanner.skipByte(CLOSE_LIST)
  }

  function writeScalar({ kind }: Field): boolean {
    switch (kind) {
      case 'string':
        return scanner.skipByte(QUOTE) && writeText()
      case 'traceId':
        return writeId(32)
      case 'spanId':
        return writeId(16)
      case 'fixed64':
        if (!scanner.int64(number)) return false
        writer.fixed64(number)
        return true
      case 'fixed32': {
        const value = scanner.integer()
        writer.fixed32(value >>> 0)
        return value >= 0 && value <= MAX_UINT32
      }
      default:
        return writeInteger(MAX_UINT32)
    }
  }

  function writeInteger(max: number): boolean {
    const value = scanner.integer()
    writer.varint(value >>> 0, Math.floor(value / 2 ** 32))
    return value >= 0 && value <= max
  }

  function writeId(digits: number): boolean {
    if (!scanner.skipByte(QUOTE)) return false
    const { bytes, at } = scanner
    scanner.at = at + digits
    return scanner.skipByte(QUOTE) && writer.hexSlice(bytes, at, digits) > 0
  }

  function writeAttribute(): boolean {
    const start = writer.open(1)
    writer.byte(KEY)
    if (!scanner.skip(ATTRIBUTE) || !writeKey()) return false
    writer.byte(VALUE)
    const valueStart = writer.open(1)
    if (!writeValue()) return false
    writer.close(valueStart, 1)
    writer.close(start, 1)
    return scanner.skip(ATTRIBUTE_END)
  }

  /** Doubles, lists, maps and bytes are rare. */
  function writeValue(): boolean {
    if (scanner.skip(STRING_VALUE)) {
      writer.byte(STRING)
      return writeText()
    }
    if (scanner.skip(INT_VALUE)) {
      writer.byte(INT)
      return writeInteger(MAX_INTEGER)
    }
    const isTrue = scanner.skip(TRUE_VALUE)
    if (!isTrue && !scanner.skip(FALSE_VALUE)) return false
    writer.byte(BOOL)
    writer.byte(Number(isTrue))
    return true
  }

  /** A text after its first quote, if no rule changes it. */
  function writeText(): boolean {
    const start = copyText()
    if (start < 0 || sanitizer.isPlainText(writer.buffer, start, writer.position)) return start >= 0
    const text = writtenText(start)
    return isValid(text) && sanitizer.text(text, '') === text
  }

  function writeKey(): boolean {
    const start = copyText()
    if (start < 0 || sanitizer.isPlainKey(writer.buffer, start, writer.position)) return start >= 0
    const key = writtenText(start)
    return isValid(key) && sanitizer.key(key) === key && !sanitizer.isSecretKey(key)
  }

  /**
   * Copies up to the last quote. Returns where the text starts in the writer's buffer; −1: not a usual text.
   */
  function copyText(): number {
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

  function writtenText(start: number): string {
    return writer.buffer.toString('utf8', start, writer.position)
  }
}

/** Bytes that are not UTF-8 are read as U+FFFD. */
function isValid(text: string): boolean {
  return !text.includes('\ufffd')
}

function tableOf(message: Message): Table {
  const members = message.fields.map((field) => ({
    name: Buffer.from(`"${field.name}":`),
    field,
    bit: 1 << field.number,
    inner: field.message && tableOf(field.message),
  }))
  const required = members.filter(({ field }) => field.isRequired || holdsItems(field))
  return { message, members, required: required.reduce((bits, { bit }) => bits | bit, 0) }
}

/** Without items a message is left out. */
function holdsItems({ message }: Field): boolean {
  return message !== undefined && (message.isContainer || message.role === 'item')
}
