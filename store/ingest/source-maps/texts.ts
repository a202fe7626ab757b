// Texts of maps. They are untrusted: control characters are removed, and long texts cut.

/** Control characters, and those that change the direction of the text around them. */
const CONTROL = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** No name that a person reads is longer. */
const MAX_NAME = 200

export function withoutControl(text: string): string {
  return text.replace(CONTROL, '')
}

/** Each one is a blank, so that columns stay the same. */
export function blankControl(line: string): string {
  return line.replace(CONTROL, (character) => (character === '\t' ? character : ' '))
}

export function cleanName(name: string): string {
  return withoutControl(name.slice(0, MAX_NAME))
}

/** An address whose escapes are invalid stays as it is. */
export function unescapeAddress(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/** A list of texts in one buffer: as JavaScript strings they would take several times the memory. */
export class TextList {
  readonly #bytes: Buffer
  readonly #ends: Uint32Array

  constructor(texts: string[]) {
    const wellFormed = texts.map((text) => text.toWellFormed())
    const all = wellFormed.join('')
    // Not from the pool of small buffers, which one of them keeps in memory.
    this.#bytes = Buffer.alloc(Buffer.byteLength(all))
    this.#bytes.write(all)
    let end = 0
    this.#ends = Uint32Array.from(wellFormed, (text) => (end += Buffer.byteLength(text)))
  }

  /** Empty if the text does not exist. */
  at(index: number): string {
    const end = this.#ends[index] ?? 0
    return this.#bytes.toString('utf8', Math.min(this.#ends[index - 1] ?? 0, end), end)
  }

  get size(): number {
    return this.#bytes.length + this.#ends.byteLength
  }
}
