// The contents of sources, compressed in blocks: one by one, small sources would take more time and memory.
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'

/** Enough to compress well, and decompressed in a fraction of a millisecond. */
const BLOCK_LENGTH = 32_768

/** Longer ones were not written by people. They have neither context nor names of functions. */
const MAX_LENGTH = 4 * 1024 * 1024

const FIELDS = 3

export class SourceContents {
  readonly #blocks: Buffer[] = []
  /** For each source its block, and where it begins and ends there. */
  readonly #ranges: Uint32Array

  constructor(contents: (string | null)[]) {
    this.#ranges = new Uint32Array(contents.length * FIELDS)
    let [texts, length] = [[] as string[], 0]
    for (const [index, content] of contents.entries()) {
      const text = content && content.length <= MAX_LENGTH ? content : ''
      this.#ranges.set([this.#blocks.length, length, length + text.length], index * FIELDS)
      texts.push(text)
      length += text.length
      if (length < BLOCK_LENGTH && index < contents.length - 1) continue
      this.#blocks.push(deflateRawSync(texts.join(''), { level: constants.Z_BEST_SPEED }))
      texts = []
      length = 0
    }
  }

  /** Empty where the source has no content. */
  at(source: number): string {
    const [block = 0, start, end] = this.#ranges.subarray(source * FIELDS, source * FIELDS + FIELDS)
    const compressed = this.#blocks[block]
    return compressed && start !== end ? inflateRawSync(compressed).toString().slice(start, end) : ''
  }

  get size(): number {
    return this.#ranges.byteLength + this.#blocks.reduce((bytes, { length }) => bytes + length + 200, 0)
  }
}
