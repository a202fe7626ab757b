// A list of texts in one buffer: as JavaScript strings they would take several times the memory.

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
