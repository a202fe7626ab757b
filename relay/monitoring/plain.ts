// What spans look like of which nothing is to be changed: what both quick ways go by, the one through protobuf and the one through JSON.
import type { Field, Message } from '../../otlp/fields.ts'
import { CLIENT_ADDRESS } from './checked.ts'
import type { Scrubber } from './scrub.ts'

export type Passed = { bytes: Buffer; spans: number }
/** `client`: the address to stamp, empty for none. Nothing on any doubt: then the request goes the way that mends. */
export type Pass = (body: Buffer, client: string) => Passed | undefined

/** At or below the bounds of the way that mends, so that whoever comes near them goes there. */
export const MAX_SPANS = 4096
const MAX_REPEATED = 128
export const MAX_TEXT_BYTES = 4096
export const MAX_KEY_BYTES = 256
/** From fourteen digits on a number may be one of a payment card. */
export const SMALLEST_DOUBTFUL = 1e13
export const LARGEST_ENUM = 5

type IsPlain = (bytes: Buffer, start: number, end: number) => boolean
/** Whether a text stays as it is, byte for byte, and makes nothing an exception. */
export type Plain = { isPlainText: IsPlain; isPlainKey: IsPlain; isPlain: (text: string) => boolean; isUsualKey: (key: string) => boolean }

/** As the name of an event it says that there was one. */
export const EXCEPTION = 'exception'
export const EXCEPTION_BEGINS = 0x65

export function createPlain({ text: scrub, isSecretKey, suspicion, keySuspicion }: Scrubber): Plain {
  return { isPlainText, isPlainKey, isPlain, isUsualKey }

  function isPlainText(bytes: Buffer, start: number, end: number): boolean {
    const mayTell = end - start === EXCEPTION.length && bytes[start] === EXCEPTION_BEGINS
    return (!mayTell && !suspicion.inBytes(bytes, start, end)) || isPlain(bytes.toString('utf8', start, end))
  }

  function isPlainKey(bytes: Buffer, start: number, end: number): boolean {
    return !keySuspicion.inBytes(bytes, start, end) || isUsualKey(bytes.toString('utf8', start, end))
  }

  /** What is no UTF-8 is mended on the other way. */
  function isPlain(text: string): boolean {
    return text !== EXCEPTION && !text.includes('\ufffd') && scrub(text) === text
  }

  function isUsualKey(key: string): boolean {
    return key !== CLIENT_ADDRESS && !key.startsWith('exception.') && !key.includes('\ufffd') && !isSecretKey(key)
  }
}

export function mostOf({ name }: Field): number {
  return name === 'spans' || name === 'scopeSpans' ? MAX_SPANS : MAX_REPEATED
}

const needed = new Map<Message, number>()

/** Fields without which an item is left out, or an envelope is empty, as bits of their numbers. */
export function neededOf(message: Message): number {
  const known = needed.get(message)
  if (known !== undefined) return known
  const bits = message.fields.filter(isNeeded).reduce((sum, { number }) => sum | (1 << number), 0)
  needed.set(message, bits)
  return bits
}

export function isNeeded({ name }: Field): boolean {
  return name === 'traceId' || name === 'spanId' || name === 'spans' || name === 'scopeSpans'
}

/** A second resource in the same envelope, which holds the address alone: a receiver of protobuf merges the two. */
export function stampOf(client: string): Buffer {
  if (client === '') return Buffer.alloc(0)
  // Tags and lengths as characters: resource { attribute { key, value { text } } }. No address is too long for one byte of length.
  const size = (more: number) => String.fromCharCode(client.length + more)
  return Buffer.from(`\n${size(22)}\n${size(20)}\n\x0e${CLIENT_ADDRESS}\x12${size(2)}\n${size(0)}${client}`, 'latin1')
}
