// Lines of the sources of a map. Those that were read last are kept as text.
import { ByteCache } from './byte-cache.ts'
import type { SourceContents } from './source-contents.ts'

const MAX_BYTES = 8 * 1024 * 1024

type Part = { lines: string[]; size: number }

export class SourceLines {
  readonly #parts = new ByteCache<string, Part>(MAX_BYTES)

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
