// A list of byte strings in one buffer: as JavaScript objects they would take several times the memory.

export class ByteList {
  readonly #bytes: Buffer
  readonly #ends: Uint32Array

  constructor(items: Uint8Array[]) {
    this.#bytes = Buffer.concat(items)
    let end = 0
    this.#ends = Uint32Array.from(items, (item) => (end += item.length))
  }

  /** Empty where there is no such item. */
  at(index: number): Buffer {
    const end = this.#ends[index] ?? 0
    return this.#bytes.subarray(Math.min(this.#ends[index - 1] ?? 0, end), end)
  }

  get size(): number {
    return this.#bytes.length + this.#ends.byteLength
  }
}
