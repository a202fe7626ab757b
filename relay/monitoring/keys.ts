// Names of attributes as they came before. Bodies name the same attributes in the same order over and over, often with the same
// values: what is byte for byte as it was needs no second look.
import { KINDS, type Kind, KEY_TAG } from './layout.ts'
import { Literal } from './literal.ts'
import { slotOf } from './notes.ts'
import { mostOfText } from './plain.ts'

export type Key = {
  /** As it is read, with the quote behind it. */
  literal: Literal
  /** As it is written: tag, length, name. */
  written: Buffer
  /** Bytes its value may have. */
  most: number
  /** Where exceptions are noted; −1: they say nothing of it. */
  slot: number
  /** What came behind it last time. */
  next: Key | undefined
  kinds: { next: Kind | undefined }
  /** The last short text it had, with its quotes. */
  value: Literal | undefined
  /** How often it was another one since. */
  changes: number
}
/** `known`: by the hash of their bytes; `learned`: all since the last time that they were forgotten; `isSameKey`: whether a name is taken as it is. */
export type Keys = { known: Map<number, Key>; learned: Key[]; isSameKey: (name: string) => boolean }

/** Applications have some dozens of names. Whoever makes up more costs us no memory, only the second look. */
const MAX_KEYS = 512
/** A name of an agent fits; documents are not kept. */
export const MAX_VALUE_BYTES = 160
/** What changes this often in a row, as addresses do, is not worth a copy. */
export const MAX_CHANGES = 8

export function createKeys(isSameKey: (name: string) => boolean): Keys {
  return { known: new Map(), learned: [], isSameKey }
}

/** Nothing when the name is not to be taken as it is. */
export function learnKey(keys: Keys, hash: number, bytes: Buffer): Key | undefined {
  const name = bytes.toString('utf8')
  if (!keys.isSameKey(name)) return undefined
  const length = bytes.length < 0x80 ? [bytes.length] : [(bytes.length & 0x7f) | 0x80, bytes.length >>> 7]
  const key: Key = {
    literal: new Literal(`${name}"`),
    written: Buffer.concat([Buffer.from([KEY_TAG, ...length]), bytes]),
    most: mostOfText(name),
    slot: slotOf(name),
    next: undefined,
    kinds: { next: KINDS.next },
    value: undefined,
    changes: 0,
  }
  if (keys.learned.length >= MAX_KEYS) forget(keys)
  keys.learned.push(key)
  keys.known.set(hash, key)
  return key
}

/** Each key holds the one behind it: without this, made-up names could form a chain that never ends. */
function forget({ known, learned }: Keys): void {
  for (const key of learned) key.next = undefined
  learned.length = 0
  known.clear()
}
