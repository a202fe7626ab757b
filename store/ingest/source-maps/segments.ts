// Segments of a map in order of their generated positions, in some five bytes each.
import type { Segment } from './mappings.ts'

/** Decoding a block takes some microseconds; its entry in the table takes 12 bytes. */
const BLOCK = 256

/** Numbers of an entry: offset of the block in the bytes, line and column of its first segment. */
const BLOCK_FIELDS = 3

/**
 * A segment is a number that holds its column and kind, then differences from the last segment. NEXT_LINE
 * holds a number of lines. Each block begins as if the last segment were all zero.
 */
const NEXT_LINE = 0
const NO_SOURCE = 1
const SAME_SOURCE = 2
const SAME_SOURCE_NAMED = 3
const OTHER_SOURCE = 4
const OTHER_SOURCE_NAMED = 5

/** `lastLine`: of the last segment, from 0. */
export type Segments = { bytes: Uint8Array; blocks: Uint32Array; lastLine: number }

const origin = (): Segment => ({
  line: 0,
  column: 0,
  source: 0,
  originalLine: 0,
  originalColumn: 0,
  name: 0,
})

export class SegmentWriter {
  #bytes = new Uint8Array(65_536)
  #length = 0
  #segments = 0
  #last = origin()
  readonly #blocks: number[] = []

  /** In order of line and column. */
  add(segment: Segment): void {
    if (this.#bytes.length - this.#length < 64) this.#grow()
    if (this.#segments++ % BLOCK === 0) {
      this.#last = origin()
      this.#blocks.push(this.#length, segment.line, segment.column)
    }
    const last = this.#last
    if (segment.line !== last.line) {
      this.#write((segment.line - last.line) * 8 + NEXT_LINE)
      last.line = segment.line
      last.column = 0
    }
    this.#write((segment.column - last.column) * 8 + kindOf(segment, last))
    last.column = segment.column
    if (segment.source < 0) return
    if (segment.source !== last.source) this.#writeDifference(segment.source - last.source)
    this.#writeDifference(segment.originalLine - last.originalLine)
    this.#writeDifference(segment.originalColumn - last.originalColumn)
    if (segment.name >= 0) this.#writeDifference(segment.name - last.name)
    const name = segment.name < 0 ? last.name : segment.name
    this.#last = { ...segment, name }
  }

  finish(): Segments {
    const bytes = this.#bytes.slice(0, this.#length)
    return { bytes, blocks: new Uint32Array(this.#blocks), lastLine: this.#last.line }
  }

  #writeDifference(value: number): void {
    this.#write(value < 0 ? -value * 2 - 1 : value * 2)
  }

  #write(value: number): void {
    let rest = value
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest & 127) | 128
      rest >>>= 7
    }
    this.#bytes[this.#length++] = rest
  }

  #grow(): void {
    const bytes = new Uint8Array(this.#bytes.length * 2)
    bytes.set(this.#bytes)
    this.#bytes = bytes
  }
}

function kindOf(segment: Segment, last: Segment): number {
  if (segment.source < 0) return NO_SOURCE
  if (segment.source === last.source) return segment.name < 0 ? SAME_SOURCE : SAME_SOURCE_NAMED
  return segment.name < 0 ? OTHER_SOURCE : OTHER_SOURCE_NAMED
}

/** `next`: the segment after it in the same line, which may have no source; null: it is the last one. */
export type SegmentMatch = { segment: Segment; next: Segment | null }

/** The last segment at or before the position, in its line; null: no such segment, or it has no source. */
export function findSegment({ bytes, blocks }: Segments, line: number, column: number): SegmentMatch | null {
  const block = findBlock(blocks, line, column)
  if (block < 0) return null
  const reader = new SegmentReader(bytes, blocks, block)
  let match: Segment | null = null
  for (let next = reader.next(); next && next.line <= line; next = reader.next()) {
    if (next.line < line) continue
    if (next.column > column) return match && match.source >= 0 ? { segment: match, next } : null
    match = next
  }
  return match && match.source >= 0 ? { segment: match, next: null } : null
}

/** "return " in the generated code. */
const KEYWORD_COLUMNS = 8

/**
 * Engines point at another token than the one that failed. If a minifier has moved that token beside code of
 * another line, its segment is the next one. `lineOf`: the original line of a segment. `column`: of the
 * position, from 0.
 */
export function failingSegment(
  { segment, next }: SegmentMatch,
  column: number,
  lineOf: (segment: Segment) => string,
): Segment {
  if (!next || next.source !== segment.source || next.originalLine === segment.originalLine) return segment
  // Gecko names the beginning of a statement: `return` of "return order.price.amount".
  if (segment.column === column && next.column - column <= KEYWORD_COLUMNS) {
    const statement = lineOf(segment).slice(segment.originalColumn, segment.originalColumn + KEYWORD_COLUMNS)
    return /^(?:return|yield|throw)\b/.test(statement) ? next : segment
  }
  // JavaScriptCore names the dot before a property.
  if (segment.column === column || next.column !== column + 1) return segment
  return lineOf(next).slice(0, next.originalColumn).endsWith('.') ? next : segment
}

class SegmentReader {
  readonly #bytes: Uint8Array
  readonly #blocks: Uint32Array
  #block: number
  #at: number
  #last = origin()

  constructor(bytes: Uint8Array, blocks: Uint32Array, block: number) {
    this.#bytes = bytes
    this.#blocks = blocks
    this.#block = block
    this.#at = blocks[block * BLOCK_FIELDS] ?? bytes.length
  }

  /** Null: there are no more. */
  next(): Segment | null {
    if (this.#at >= this.#bytes.length) return null
    if (this.#at === this.#blocks[(this.#block + 1) * BLOCK_FIELDS]) {
      this.#block++
      this.#last = origin()
    }
    const last = this.#last
    let first = this.#read()
    if ((first & 7) === NEXT_LINE) {
      last.line += first >>> 3
      last.column = 0
      first = this.#read()
    }
    const kind = first & 7
    last.column += first >>> 3
    if (kind === NO_SOURCE) return { ...last, source: -1, name: -1 }
    if (kind === OTHER_SOURCE || kind === OTHER_SOURCE_NAMED) last.source += this.#readDifference()
    last.originalLine += this.#readDifference()
    last.originalColumn += this.#readDifference()
    const isNamed = kind === SAME_SOURCE_NAMED || kind === OTHER_SOURCE_NAMED
    if (isNamed) last.name += this.#readDifference()
    return { ...last, name: isNamed ? last.name : -1 }
  }

  #readDifference(): number {
    const value = this.#read()
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }

  #read(): number {
    let [value, shift, byte] = [0, 0, 128]
    while (byte >= 128) {
      byte = this.#bytes[this.#at++] ?? 0
      value |= (byte & 127) << shift
      shift += 7
    }
    return value >>> 0
  }
}

/** The last block whose first segment is at or before the position; -1: no such block. */
function findBlock(blocks: Uint32Array, line: number, column: number): number {
  let [low, high] = [0, blocks.length / BLOCK_FIELDS]
  while (low < high) {
    const middle = (low + high) >>> 1
    const first = blocks[middle * BLOCK_FIELDS + 1] ?? 0
    const isAfter = first > line || (first === line && (blocks[middle * BLOCK_FIELDS + 2] ?? 0) > column)
    if (isAfter) high = middle
    else low = middle + 1
  }
  return low - 1
}
