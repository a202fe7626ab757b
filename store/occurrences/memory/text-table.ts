// Distinct texts in one buffer, as bytes of UTF-8 with ASCII in lower case. Each has a number, and a search
// for a word is one pass over the buffer: a million texts as objects would take ten times the memory.
import { grow } from '../fingerprint-table.ts'

const INITIAL_TEXTS = 1_024
const INITIAL_BYTES = 65_536

/** Searches whose matches stay, a byte a text. */
const MAX_SEARCHES = 4

/** In front of each text and behind the last one. */
const END = 0
const SPACE = 32

export class TextTable {
  size = 0
  /** Of all texts, with an end each. */
  length = 1
  #bytes = new Uint8Array(INITIAL_BYTES)
  /** Of each text, and behind the last one where the next one will start. */
  #starts = new Uint32Array(INITIAL_TEXTS).fill(1, 0, 1)
  #hashes = new Uint32Array(INITIAL_TEXTS)
  /** Open addressing: a number plus one; 0: the slot is empty. At most half are used. */
  #slots = new Uint32Array(2 * INITIAL_TEXTS)
  /** By the word, the matches of the last searches. */
  readonly #searches = new Map<string, Uint8Array>()
  /** A client cannot choose texts that share a slot. */
  readonly #seed = crypto.getRandomValues(new Uint32Array(1))[0]!

  /** The number of a text in UTF-8: `parts` of `bytes`, each from a start to an end, with spaces between. */
  add(bytes: Uint8Array, ...parts: [start: number, end: number][]): number {
    this.#reserve(parts.reduce((sum, [start, end]) => sum + end - start + 1, 0))
    const own = this.#bytes
    let [to, hash] = [this.length, this.#seed]
    for (const [index, [start, end]] of parts.entries()) {
      if (index > 0) own[to++] = SPACE
      for (let from = start; from < end; from++) {
        const byte = LOWER_CASE[bytes[from]!]!
        own[to++] = byte
        hash = Math.imul(hash ^ byte, 0x01_00_01_93)
      }
    }
    return this.#numberOf(to, mix(hash))
  }

  /** Bytes of a text and its end. */
  lengthOf(number: number): number {
    return this.#starts[number + 1]! - this.#starts[number]!
  }

  /**
   * 1 for each number of a text that contains `word`, which is in any case. List, chart and facets ask for
   * the same word one after the other: then only new texts are searched.
   */
  search(word: string): Uint8Array {
    const past = this.#searches.get(word) ?? new Uint8Array(0)
    const matches = past.length < this.size ? this.#searchFrom(past, lowerCaseOf(word)) : past
    // The word that was searched longest ago is the first.
    this.#searches.delete(word)
    this.#searches.set(word, matches)
    for (const oldest of this.#searches.keys()) {
      if (this.#searches.size <= MAX_SEARCHES) break
      this.#searches.delete(oldest)
    }
    return matches
  }

  /** Whether a text starts with `prefix`. */
  someStartsWith(prefix: string): boolean {
    return this.#includes(`\0${prefix}`)
  }

  /** Whether a text ends with `suffix`. */
  someEndsWith(suffix: string): boolean {
    return this.#includes(`${suffix}\0`)
  }

  /** A table of the texts with a 1 in `isUsed`, and their new numbers. */
  compact(isUsed: Uint8Array): { table: TextTable; numbers: Uint32Array } {
    const table = new TextTable()
    const numbers = new Uint32Array(this.size)
    for (let number = 0; number < this.size; number++) {
      if (isUsed[number] !== 1) continue
      numbers[number] = table.add(this.#bytes, [this.#starts[number]!, this.#starts[number + 1]! - 1])
    }
    return { table, numbers }
  }

  /** `past`: the matches among the first texts. */
  #searchFrom(past: Uint8Array, needle: Uint8Array): Uint8Array {
    const matches = grow(past, this.size)
    const [bytes, starts] = [this.#bytes, this.#starts]
    const skips = skipsOf(needle)
    const last = needle.length - 1
    let number = past.length
    for (let end = starts[number]! + last; end < this.length;) {
      let at = last
      while (at >= 0 && bytes[end - last + at] === needle[at]) at--
      if (at >= 0) {
        end += skips[bytes[end]!]!
        continue
      }
      while (starts[number + 1]! <= end) number++
      matches[number] = 1
      end = starts[number + 1]! + last
    }
    return matches
  }

  #includes(text: string): boolean {
    return Buffer.from(this.#bytes.buffer, 0, this.length).includes(lowerCaseOf(text))
  }

  /** Of the text between `length` and `to`, which is added if it is new. */
  #numberOf(to: number, hash: number): number {
    const slot = this.#slotOf(hash, to)
    if (this.#slots[slot] !== 0) return this.#slots[slot]! - 1
    this.#hashes[this.size] = hash
    this.#slots[slot] = ++this.size
    this.#bytes[to] = END
    this.length = to + 1
    this.#starts[this.size] = this.length
    return this.size - 1
  }

  /** The slot that has the text between `length` and `to`, or the empty one where it belongs. */
  #slotOf(hash: number, to: number): number {
    const mask = this.#slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot]! - 1
      if (number < 0 || (this.#hashes[number] === hash && this.#equals(number, to))) return slot
    }
  }

  #equals(number: number, to: number): boolean {
    const [start, size] = [this.#starts[number]!, to - this.length]
    if (this.lengthOf(number) - 1 !== size) return false
    const [bytes, added] = [this.#bytes, this.length]
    for (let at = 0; at < size; at++) if (bytes[start + at] !== bytes[added + at]) return false
    return true
  }

  /** Space for one more text. */
  #reserve(bytes: number): void {
    const needed = this.length + bytes
    if (needed > this.#bytes.length)
      this.#bytes = grow(this.#bytes, Math.max(needed, Math.floor(this.#bytes.length * 1.5)))
    if (this.size + 2 < this.#starts.length) return
    const capacity = 2 * this.#starts.length
    this.#starts = grow(this.#starts, capacity)
    this.#hashes = grow(this.#hashes, capacity)
    this.#slots = new Uint32Array(2 * capacity)
    const mask = this.#slots.length - 1
    for (let number = 0; number < this.size; number++) {
      let slot = this.#hashes[number]! & mask
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
      this.#slots[slot] = number + 1
    }
  }
}

/** Every bit of the input changes about half of the bits of the output. */
function mix(input: number): number {
  const hash = Math.imul(input ^ (input >>> 15), 0x85_eb_ca_6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** Of each byte. Only ASCII has a case: as for `positionCaseInsensitive` in SQL. */
const LOWER_CASE = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 65 && byte <= 90 ? byte + 32 : byte,
)

function lowerCaseOf(text: string): Buffer {
  const bytes = Buffer.from(text)
  return bytes.map((byte) => LOWER_CASE[byte]!) as Buffer
}

/** How far the end of the word may move on after each last byte (Horspool). */
function skipsOf(needle: Uint8Array): Uint32Array {
  const skips = new Uint32Array(256).fill(needle.length)
  for (let at = 0; at < needle.length - 1; at++) skips[needle[at]!] = needle.length - 1 - at
  return skips
}
