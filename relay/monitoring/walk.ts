// Spans as protobuf are most of what comes in, and most of them need no change at all. They are walked instead of read and written anew:
// every byte is accounted for, and what leaves is what came in, with the stamp behind each resource (a receiver merges the two).
// On any doubt the answer is `undefined`, and the request is read, checked and written like all others.
import { ProtobufReader, DELIMITED, FIXED32, FIXED64, VARINT, WireError } from '../../otlp/protobuf-reader.ts'
import type { Field, Message } from '../../otlp/descriptor.ts'
import { tracesRequest } from '../../otlp/messages.ts'
import {
  MAX_ITEMS,
  MAX_KEY_BYTES,
  MAX_TEXT_BYTES,
  type Passed,
  SMALLEST_DOUBTFUL,
  createPlain,
  mostOf,
  mostOfEnum,
  neededOf,
  stampOf,
} from './plain.ts'
import type { Scrubber } from './scrub.ts'

/** A varint for 32 bits; and the longest tag in these messages. */
const MAX_VARINT_BYTES = 5
const MAX_TAG_BYTES = 2
const DOUBTFUL_HIGH = Math.floor(SMALLEST_DOUBTFUL / 2 ** 32)
const NEGATIVE_HIGH = 2 ** 31

/** `client`: the address to stamp, empty for none. */
export type Walk = (body: Buffer, client: string) => Passed | undefined

export function createWalk(scrubber: Scrubber): Walk {
  const { isPlainText, isPlainKey } = createPlain(scrubber)
  let cursor = new ProtobufReader(Buffer.alloc(0))
  let spans = 0
  return walk

  function walk(body: Buffer, client: string): Passed | undefined {
    cursor = new ProtobufReader(body)
    spans = 0
    const resources: Buffer[] = []
    try {
      while (cursor.at < body.length) {
        if (body[cursor.at++] !== 0x0a) return undefined
        const stop = stopOf(body.length)
        const content = body.subarray(cursor.at, stop)
        if (!isPlainMessage(stop, tracesRequest.byNumber[1]!.message!)) return undefined
        resources.push(content)
      }
    } catch (error) {
      if (error instanceof WireError) return undefined
      throw error
    }
    if (spans === 0 || spans > MAX_ITEMS) return undefined
    return {
      signal: 'traces',
      bytes: client === '' ? body : stamped(resources, stampOf(client)),
      items: spans,
      exceptions: [],
    }
  }

  function isPlainMessage(end: number, message: Message): boolean {
    let seen = 0
    let repeated = 0
    while (cursor.at < end) {
      const start = cursor.at
      const tag = cursor.tag(end)
      const number = tag >>> 3
      const field = message.byNumber[number]
      if (field === undefined || cursor.at - start > MAX_TAG_BYTES) return false
      if (field.repeated ? ++repeated > mostOf(field) : (seen & (1 << number)) !== 0) return false
      seen |= 1 << number
      if (!isPlainField(end, field, tag & 7)) return false
    }
    const needed = neededOf(message)
    return cursor.at === end && (seen & needed) === needed
  }

  function isPlainField(end: number, field: Field, wire: number): boolean {
    switch (field.kind) {
      case 'message':
        if (field.name === 'spans') spans++
        return wire === DELIMITED && isPlainMessage(stopOf(end), field.message!)
      case 'attributes':
        return wire === DELIMITED && isPlainAttribute(stopOf(end))
      case 'string':
        return wire === DELIMITED && isText(end)
      case 'traceId':
        return wire === DELIMITED && isId(end, 16)
      case 'spanId':
        return wire === DELIMITED && isId(end, 8)
      case 'fixed64':
        return wire === FIXED64 && cursor.fixed(8, end) >= 0
      case 'fixed32':
        return wire === FIXED32 && cursor.fixed(4, end) >= 0
      case 'uint32':
        return wire === VARINT && isSmallNumber(end, 2 ** 32)
      case 'enum':
        return wire === VARINT && isSmallNumber(end, mostOfEnum(field))
      default:
        return false
    }
  }

  /** One key, and at most one value behind it. */
  function isPlainAttribute(end: number): boolean {
    if (end - cursor.at < 2 || cursor.bytes[cursor.at++] !== 0x0a) return false
    const stop = stopOf(end)
    if (stop - cursor.at > MAX_KEY_BYTES) return false
    if (!isPlainKey(cursor.bytes, cursor.at, stop)) return false
    cursor.at = stop
    if (cursor.at === end) return true
    if (cursor.bytes[cursor.at++] !== 0x12) return false
    return stopOf(end) === end && (cursor.at === end || (isPlainValue(end) && cursor.at === end))
  }

  /** Lists, maps and bytes are rare. */
  function isPlainValue(end: number): boolean {
    switch (cursor.bytes[cursor.at++]) {
      case 0x0a:
        return isText(end)
      case 0x10:
        return isSmallNumber(end, 1)
      case 0x18:
        return isPlainInt(end)
      case 0x21:
        return Math.abs(cursor.bytes.readDoubleLE(cursor.fixed(8, end))) < SMALLEST_DOUBTFUL
      default:
        return false
    }
  }

  function isPlainInt(end: number): boolean {
    const start = cursor.at
    cursor.varint(end)
    // The tenth byte has room for one bit.
    if (cursor.at - start === 10 && cursor.bytes[cursor.at - 1]! > 1) return false
    return cursor.high < DOUBTFUL_HIGH || cursor.high >= NEGATIVE_HIGH
  }

  function isText(end: number): boolean {
    const stop = stopOf(end)
    const start = cursor.at
    cursor.at = stop
    return stop - start <= MAX_TEXT_BYTES && isPlainText(cursor.bytes, start, stop)
  }

  function isId(end: number, size: number): boolean {
    const stop = stopOf(end)
    const start = cursor.at
    cursor.at = stop
    if (stop - start !== size) return false
    for (let at = start; at < stop; at++) if (cursor.bytes[at] !== 0) return true
    return false
  }

  function isSmallNumber(end: number, most: number): boolean {
    const start = cursor.at
    cursor.varint(end)
    return cursor.high === 0 && cursor.low <= most && cursor.at - start <= MAX_VARINT_BYTES
  }

  function stopOf(end: number): number {
    const start = cursor.at
    const stop = cursor.delimited(end)
    if (cursor.at - start > MAX_VARINT_BYTES) throw new WireError('A length is longer than it need be.')
    return stop
  }
}

function stamped(resources: Buffer[], stamp: Buffer): Buffer {
  return Buffer.concat(
    resources.flatMap((content) => [headOf(content.length + stamp.length), content, stamp]),
  )
}

function headOf(length: number): Buffer {
  const bytes = [0x0a]
  for (let left = length; ; left = Math.floor(left / 128)) {
    if (left < 128) return Buffer.from([...bytes, left])
    bytes.push((left % 128) | 0x80)
  }
}
