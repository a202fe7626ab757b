// The contents of sources, compressed in blocks: a block has several small sources, or some hundred lines of
// a big one, so that a few lines are read without the rest.
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'
import { ByteCache } from './worker/byte-cache.ts'

/** Enough to compress well, and decompressed in some 50 µs. */
const BLOCK_LENGTH = 8_192

/** Longer ones were not written by people. They have neither context nor names of functions. */
const MAX_LENGTH = 4 * 1024 * 1024

/** Numbers of a part: its block, where it begins and ends there, and its first line. */
const FIELDS = 4

export class SourceContents {
  readonly #blocks: Uint8Array[] = []
  readonly #parts: Uint32Array
  /** For each source the number of parts up to its end. */
  readonly #ends: Uint32Array

  constructor(contents: (string | null)[]) {
    const parts: number[] = []
    let [texts, length] = [[] as string[], 0]
    const closeBlock = (): void => {
      // A copy: the result is a part of a bigger buffer.
      this.#blocks.push(new Uint8Array(deflateRawSync(texts.join(''), { level: constants.Z_BEST_SPEED })))
      texts = []
      length = 0
    }
    this.#ends = Uint32Array.from(contents, (content) => {
      let line = 0
      for (const text of partsOf(content ?? '')) {
        parts.push(this.#blocks.length, length, length + text.length, line)
        texts.push(text)
        length += text.length
        line += text.split('\n').length - 1
        if (length >= BLOCK_LENGTH) closeBlock()
      }
      return parts.length / FIELDS
    })
    if (texts.length > 0) closeBlock()
    this.#parts = new Uint32Array(parts)
  }

  /** Empty where the source has no content. */
  at(source: number): string {
    const { first, end } = this.#partsOf(source)
    return Array.from({ length: end - first }, (_, index) => this.partText(first + index)).join('')
  }

  /** Index of the part that has the line (from 0), and its first line; null: the source does not have it. */
  partAt(source: number, line: number): { part: number; firstLine: number } | null {
    const { first, end } = this.#partsOf(source)
    for (let part = end - 1; part >= first; part--) {
      const firstLine = this.#parts[part * FIELDS + 3] ?? 0
      if (firstLine <= line) return { part, firstLine }
    }
    return null
  }

  partText(part: number): string {
    const [block = 0, start, end] = this.#parts.subarray(part * FIELDS, part * FIELDS + FIELDS)
    const compressed = this.#blocks[block]
    return compressed ? inflateRawSync(compressed).toString().slice(start, end) : ''
  }

  get size(): number {
    const bytes = this.#blocks.reduce((sum, block) => sum + block.length + 200, 0)
    return this.#parts.byteLength + this.#ends.byteLength + bytes
  }

  #partsOf(source: number): { first: number; end: number } {
    return { first: this.#ends[source - 1] ?? 0, end: this.#ends[source] ?? 0 }
  }
}

/** Each ends with a line. */
function* partsOf(content: string): Generator<string> {
  if (content.length > MAX_LENGTH) return
  for (let start = 0; start < content.length;) {
    const feed = content.indexOf('\n', start + BLOCK_LENGTH)
    const end = feed < 0 ? content.length : feed + 1
    yield content.slice(start, end)
    start = end
  }
}

/** Of the lines of all maps that were read last. */
const MAX_LINE_BYTES = 8 * 1024 * 1024

type Part = { lines: string[]; size: number }

/** Lines of the sources of maps. Those that were read last stay in memory as text. */
export class SourceLines {
  readonly #parts = new ByteCache<string, Part>(MAX_LINE_BYTES)

  /** From line `first` (from 0) to before `end`; fewer where the source ends before. */
  read(
    map: string,
    contents: SourceContents,
    source: number,
    range: { first: number; end: number },
  ): string[] {
    const lines: string[] = []
    for (let line = range.first; line < range.end;) {
      const location = contents.partAt(source, line)
      if (!location) break
      const { part, firstLine } = location
      const { lines: all } = this.#part(`${map}:${part}`, () => contents.partText(part))
      const more = all.slice(line - firstLine, range.end - firstLine)
      if (more.length === 0) break
      lines.push(...more)
      line += more.length
    }
    return lines
  }

  #part(key: string, read: () => string): Part {
    const cached = this.#parts.get(key)
    if (cached) return cached
    const text = read()
    const lines = text.split('\n')
    // A part ends with a line feed, unless it is the last of the source.
    if (text.endsWith('\n')) lines.pop()
    const part = { lines, size: text.length * 2 + lines.length * 32 }
    this.#parts.set(key, part)
    return part
  }
}
