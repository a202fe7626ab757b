// What spans and records look like of which nothing is to be changed: what both quick ways go by, through protobuf and through JSON.
import type { Field, Message } from '../../otlp/descriptor.ts'
import { logRecord } from '../../otlp/messages.ts'
import type { Signal } from '../../otlp/otlp-json.ts'
import { CLIENT_ADDRESS } from './checked.ts'
import { LONG_KEYS } from './clean.ts'
import type { SeenException } from './exceptions.ts'
import type { Scrubber } from './scrub.ts'

export type Passed = { signal: Signal; bytes: Buffer; items: number; exceptions: SeenException[] }

/** At or below the bounds of the way that mends, so that whoever comes near them goes there. */
export const MAX_ITEMS = 4096
const MAX_REPEATED = 128
export const MAX_TEXT_BYTES = 4096
export const MAX_LONG_TEXT_BYTES = 64 * 1024
export const MAX_KEY_BYTES = 256
/** From fourteen digits on a number may be one of a payment card. */
export const SMALLEST_DOUBTFUL = 1e13
const LARGEST_ENUM = 5
const LARGEST_SEVERITY = 24

type IsPlain = (bytes: Buffer, start: number, end: number) => boolean
export type Plain = {
  /** Whether a text stays as it is, byte for byte, and makes nothing an exception. */
  isPlainText: IsPlain
  isPlainKey: IsPlain
  /** Whether a text stays as it is, whatever it makes of what it belongs to. */
  isSame: (text: string) => boolean
  isSameKey: (key: string) => boolean
}

/** As the name of an event it says that there was one. */
export const EXCEPTION = 'exception'
const EXCEPTION_BEGINS = 0x65

export function createPlain({ text: scrub, isSecretKey, suspicion, keySuspicion }: Scrubber): Plain {
  return { isPlainText, isPlainKey, isSame, isSameKey }

  function isPlainText(bytes: Buffer, start: number, end: number): boolean {
    const mayTell = end - start === EXCEPTION.length && bytes[start] === EXCEPTION_BEGINS
    if (!mayTell && !suspicion.inBytes(bytes, start, end)) return true
    const text = bytes.toString('utf8', start, end)
    return text !== EXCEPTION && isSame(text)
  }

  function isPlainKey(bytes: Buffer, start: number, end: number): boolean {
    if (!keySuspicion.inBytes(bytes, start, end)) return true
    const key = bytes.toString('utf8', start, end)
    return !key.startsWith('exception.') && isSameKey(key)
  }

  /** What is no UTF-8 is mended on the other way. */
  function isSame(text: string): boolean {
    return !text.includes('\ufffd') && scrub(text) === text
  }

  function isSameKey(key: string): boolean {
    return key !== CLIENT_ADDRESS && !key.includes('\ufffd') && !isSecretKey(key)
  }
}

export function mostOf({ name }: Field): number {
  return name === 'spans' || name === 'scopeSpans' || name === 'logRecords' || name === 'scopeLogs'
    ? MAX_ITEMS
    : MAX_REPEATED
}

export function mostOfText(key: string): number {
  return LONG_KEYS.has(key) ? MAX_LONG_TEXT_BYTES : MAX_TEXT_BYTES
}

export function mostOfEnum({ name }: Field): number {
  return name === 'severityNumber' ? LARGEST_SEVERITY : LARGEST_ENUM
}

const needed = new Map<Message, number>()

/** Fields without which an item is left out, or an envelope is empty, as bits of their numbers. */
export function neededOf(message: Message): number {
  const known = needed.get(message)
  if (known !== undefined) return known
  const bits = message.fields
    .filter((field) => isNeeded(field, message))
    .reduce((sum, { number }) => sum | (1 << number), 0)
  needed.set(message, bits)
  return bits
}

export function isNeeded({ name, kind }: Field, message: Message): boolean {
  if (kind === 'traceId') return message !== logRecord
  if (kind === 'spanId') return message !== logRecord && name === 'spanId'
  return name === 'spans' || name === 'scopeSpans' || name === 'logRecords' || name === 'scopeLogs'
}

/** A second resource in the same envelope, which holds the address alone: a receiver of protobuf merges the two. */
export function stampOf(client: string): Buffer {
  if (client === '') return Buffer.alloc(0)
  // Tags and lengths as characters: resource { attribute { key, value { text } } }. No address is too long for one byte of length.
  const size = (more: number) => String.fromCharCode(client.length + more)
  return Buffer.from(
    `\n${size(22)}\n${size(20)}\n\x0e${CLIENT_ADDRESS}\x12${size(2)}\n${size(0)}${client}`,
    'latin1',
  )
}
