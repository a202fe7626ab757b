// Fast path for spans in JSON as SDKs send them: scanned and written as protobuf without objects in between.
// What is unusual, or would be changed by a rule, is left to the slow path of `read.ts`.
import { type Field, type Message, isContainer } from '../../otlp/descriptor.ts'
import { Int64 } from '../../otlp/int64.ts'
import { tracesRequest } from '../../otlp/messages.ts'
import { ProtobufWriter } from '../../otlp/protobuf-writer.ts'
import type { Limits, Sanitizer } from '../../otlp/sanitizer.ts'
import { FastAttributes } from './fast-attributes.ts'
import { JsonScanner } from './json-scanner.ts'

type FastResult = { bytes: Buffer; accepted: number }
/** A member of a message, with its name as bytes. */
type Member = { name: Uint8Array; field: Field; bit: number; inner: Table | undefined }
/** `required`: bits of the members without which a message is not written as it is. */
type Table = { message: Message; members: Member[]; required: number }

const [OPEN, CLOSE, OPEN_LIST, CLOSE_LIST, COMMA, QUOTE] = [0x7b, 0x7d, 0x5b, 0x5d, 0x2c, 0x22]
const TRACE_ID_DIGITS = 32
const SPAN_ID_DIGITS = 16
const MAX_UINT32 = 2 ** 32 - 1
const REQUEST = tableOf(tracesRequest)

/** Its private methods return false for what the slow path has to do. */
export class FastSpanReader {
  private readonly limits: Limits
  private readonly scanner = new JsonScanner()
  private readonly writer = new ProtobufWriter()
  private readonly number = new Int64()
  private readonly attributes: FastAttributes
  private items = 0
  private stamp: Uint8Array = new Uint8Array(0)

  constructor(sanitizer: Sanitizer) {
    this.limits = sanitizer.limits
    this.attributes = new FastAttributes(this.scanner, this.writer, sanitizer)
  }

  /** Undefined: the request is for the slow path. `stamp`: as of the writer. */
  read(body: Buffer, stamp: Uint8Array): FastResult | undefined {
    this.items = 0
    this.stamp = stamp
    this.scanner.start(body)
    this.writer.reset()
    const isWritten = this.writeMessage(REQUEST) && this.scanner.isAtEnd() && this.items <= this.limits.items
    return isWritten ? { bytes: this.writer.copy(), accepted: this.items } : undefined
  }

  /** Members may come in any order, each once. */
  private writeMessage({ message, members, required }: Table): boolean {
    const { scanner } = this
    if (message.role === 'item') this.items++
    if (!scanner.skipByte(OPEN)) return false
    let present = 0
    let index = -1
    if (!scanner.skipByte(CLOSE)) {
      do {
        index = this.nextMember(members, index)
        const member = members[index]
        if (member === undefined || (present & member.bit) !== 0 || !this.writeMember(member)) return false
        present |= member.bit
      } while (scanner.skipByte(COMMA))
      if (!scanner.skipByte(CLOSE)) return false
    }
    if (message.role === 'resourceContainer') this.writer.append(this.stamp)
    return (present & required) === required
  }

  /** Senders keep to an order, so the search starts after the previous member. −1: none of them. */
  private nextMember(members: Member[], previous: number): number {
    for (let count = 1; count <= members.length; count++) {
      const index = (previous + count) % members.length
      if (this.scanner.skip(members[index]!.name)) return index
    }
    return -1
  }

  private writeMember({ field, inner }: Member): boolean {
    if (field.isRepeated) return this.writeList(field, inner)
    this.writer.varint(field.tag)
    return inner === undefined ? this.writeScalar(field) : this.writeNested(inner)
  }

  private writeNested(table: Table): boolean {
    const start = this.writer.open(2)
    if (!this.writeMessage(table)) return false
    this.writer.close(start, 2)
    return true
  }

  private writeList(field: Field, inner: Table | undefined): boolean {
    const { scanner, writer, limits } = this
    if (!scanner.skipByte(OPEN_LIST)) return false
    if (scanner.skipByte(CLOSE_LIST)) return !holdsItems(field)
    const limit = inner === undefined ? limits.attributes : holdsItems(field) ? Infinity : limits.parts
    let count = 0
    do {
      if (++count > limit) return false
      writer.varint(field.tag)
      if (!(inner === undefined ? this.attributes.writeAttribute() : this.writeNested(inner))) return false
    } while (scanner.skipByte(COMMA))
    return scanner.skipByte(CLOSE_LIST)
  }

  private writeScalar({ kind }: Field): boolean {
    switch (kind) {
      case 'string':
        return this.scanner.skipByte(QUOTE) && this.attributes.writeText()
      case 'traceId':
        return this.writeId(TRACE_ID_DIGITS)
      case 'spanId':
        return this.writeId(SPAN_ID_DIGITS)
      case 'fixed64':
        if (!this.scanner.int64(this.number)) return false
        this.writer.fixed64(this.number)
        return true
      case 'fixed32': {
        const value = this.scanner.integer()
        this.writer.fixed32(value >>> 0)
        return value >= 0 && value <= MAX_UINT32
      }
      default:
        return this.attributes.writeInteger(MAX_UINT32)
    }
  }

  private writeId(digits: number): boolean {
    const { scanner, writer } = this
    if (!scanner.skipByte(QUOTE)) return false
    const { bytes, at } = scanner
    scanner.at = at + digits
    return scanner.skipByte(QUOTE) && writer.hexSlice(bytes, at, digits) > 0
  }
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
  return message !== undefined && (message.role === 'item' || isContainer(message))
}
