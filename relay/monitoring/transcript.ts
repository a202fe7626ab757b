// Reads strict JSON token by token and writes each as protobuf at once, without an object in between: names and texts.
// Whatever is not as plain as machines write it is a doubt.
import { type Automaton, FOUND } from './automaton.ts'
import { type Key, type Keys, MAX_CHANGES, MAX_VALUE_BYTES, learnKey } from './keys.ts'
import type { Named } from './layout.ts'
import { Literal } from './literal.ts'
import { textAt } from './notes.ts'
import { NumberTape } from './numbers.ts'
import { MAX_KEY_BYTES } from './plain.ts'
import { BACKSLASH, COLON, DOUBT, QUOTE, SPACE } from './tape.ts'

/** What stands behind a backslash, and what is meant; not `u`. */
const ESCAPED = new Uint8Array(256)
for (const [index, name] of Array.from('"\\/bfnrt').entries())
  ESCAPED[name.charCodeAt(0)] = '"\\/\b\f\n\r\t'.charCodeAt(index)

export class Transcript extends NumberTape {
  private hash = 0

  /** The member's name and the colon behind it; `names` by the hash of their bytes, `before`: what came in front of it. */
  member<Member extends Named<Member>>(
    names: Map<number, Member>,
    before: { next: Member | undefined },
  ): Member {
    const expected = before.next
    if (expected !== undefined && this.passes(expected.literal)) return expected
    this.take(QUOTE)
    const end = this.endOfName()
    const member = names.get(this.hash)
    if (member === undefined) throw DOUBT
    this.passName(member.literal, end)
    before.next = member
    return member
  }

  /** A name that is the only one that can stand here, and its colon. */
  name(literal: Literal): void {
    this.take(QUOTE)
    this.passName(literal, this.endOfName())
  }

  /** The literal has two quotes and a colon more than the name, which ends at `end`. */
  private passName({ bytes }: Literal, end: number): void {
    if (bytes.length !== end - this.at + 3) throw DOUBT
    for (let index = this.at; index < end; index++)
      if (this.from[index] !== bytes[index - this.at + 1]) throw DOUBT
    this.at = end + 1
    this.take(COLON)
  }

  /** The name of an attribute behind its first quote, which is also written. */
  key(keys: Keys, before: { next: Key | undefined }): Key {
    const expected = before.next
    const key = expected !== undefined && this.passes(expected.literal) ? expected : this.otherKey(keys)
    before.next = key
    this.raw(key.written)
    return key
  }

  private otherKey(keys: Keys): Key {
    const end = this.endOfName()
    const known = keys.known.get(this.hash)
    if (known !== undefined && this.passes(known.literal)) return known
    const key =
      end - this.at > MAX_KEY_BYTES ? undefined : learnKey(keys, this.hash, this.from.subarray(this.at, end))
    if (key === undefined) throw DOUBT
    this.at = end + 1
    return key
  }

  /** Where the name that begins here ends; leaves the hash of its bytes. Escapes in names are nobody's habit. */
  private endOfName(): number {
    const { from } = this
    let hash = 0
    let at = this.at
    for (; at < from.length && from[at] !== QUOTE; at++) {
      const byte = from[at]!
      if (byte === BACKSLASH || byte < SPACE) throw DOUBT
      hash = (Math.imul(hash, 31) + byte) | 0
    }
    if (at === from.length) throw DOUBT
    this.hash = hash
    return at
  }

  /** The last text or id as it was meant. */
  lastText(): string {
    return textAt(this.from, this.textFrom, this.textTo)
  }

  /**
   * A text of at most `most` bytes that holds nothing the automaton looks for, or stays the same on a closer look. True when it is
   * written byte for byte as it was read.
   */
  text(most: number, { next, start }: Automaton, isSame: (text: string) => boolean): boolean {
    this.take(QUOTE)
    const { from, to } = this
    const begun = this.at
    const length = this.open(1)
    let { at, end } = this
    let state = start
    for (; at < from.length; at++) {
      let byte = from[at]!
      if (byte === QUOTE || byte < SPACE) break
      if (byte === BACKSLASH) {
        byte = ESCAPED[from[++at]!]!
        if (byte === 0) return this.escaped(begun, at - 1, most, isSame)
      }
      state = next[state + byte]!
      to[end++] = byte
    }
    if (from[at] !== QUOTE || end - length > most) throw DOUBT
    if (state === FOUND && !isSame(to.toString('utf8', length, end))) throw DOUBT
    const isAsRead = end - length === at - begun
    this.textFrom = begun
    this.textTo = at
    this.at = at + 1
    this.end = end
    this.close(length, 1)
    return isAsRead
  }

  /** The value of a key: what it was last time is written as it was then. */
  valueUnder(key: Key, automaton: Automaton, isSame: (text: string) => boolean): void {
    if (this.isAgain(key.value)) {
      key.changes = 0
      return
    }
    const isAsRead = this.text(key.most, automaton, isSame)
    if (isAsRead && this.textTo - this.textFrom <= MAX_VALUE_BYTES && key.changes++ < MAX_CHANGES)
      key.value = new Literal(this.from.subarray(this.textFrom - 1, this.textTo + 1))
  }

  private isAgain(value: Literal | undefined): boolean {
    if (value === undefined || !this.passes(value)) return false
    // Two of the bytes are its quotes.
    const size = value.bytes.length - 2
    this.textTo = this.at - 1
    this.textFrom = this.textTo - size
    this.varint(size)
    const { to, end } = this
    for (let index = 0; index < size; index++) to[end + index] = value.bytes[index + 1]!
    this.end = end + size
    return true
  }

  /** As `text`, with characters by their numbers. */
  private escaped(
    begun: number,
    backslash: number,
    most: number,
    isSame: (text: string) => boolean,
  ): boolean {
    const { from, to } = this
    let at = backslash
    while (at < from.length && from[at] !== QUOTE) at += from[at] === BACKSLASH ? 2 : 1
    const text = unescaped(from.toString('utf8', begun - 1, at + 1))
    const size = Buffer.byteLength(text)
    if (size > most || !isSame(text)) throw DOUBT
    this.textFrom = begun
    this.textTo = at
    this.at = at + 1
    this.end--
    this.varint(size)
    this.end += to.write(text, this.end, 'utf8')
    return false
  }
}

function unescaped(quoted: string): string {
  try {
    return JSON.parse(quoted) as string
  } catch {
    throw DOUBT
  }
}
