// Decodes the `mappings` of a source map: base64 VLQ, groups separated by ";" (lines) and ",".
import { InvalidMapError, type MapSection } from './map-json.ts'

/** Lines and columns begin with 0. `source` and `name`: index, or -1. */
export type Segment = {
  line: number
  column: number
  source: number
  originalLine: number
  originalColumn: number
  name: number
}

/** A map of 64 MiB has about as many. */
const MAX_SEGMENTS = 5_000_000

/** Segments that are not in order: sorting takes 100 bytes each. */
const MAX_UNORDERED = 500_000

/** No browser runs a file with more lines, or columns in one. Differences stay within 32 bits. */
const MAX_COORDINATE = 2 ** 28 - 1

const [COMMA, SEMICOLON] = [0x2c, 0x3b]
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const DIGITS = Int8Array.from({ length: 128 }, (_, code) => ALPHABET.indexOf(String.fromCharCode(code)))

/**
 * Calls `visit` with each segment, in the order of the text, which may differ from the order of the columns.
 * The object is reused. Throws `InvalidMapError` where a segment is malformed, or points out of the lists.
 */
function decodeMappings(section: MapSection, visit: (segment: Segment) => void): void {
  const { mappings, sources, names } = section
  const reader = new VlqReader(mappings)
  const segment = {
    line: section.line,
    column: section.column,
    source: 0,
    originalLine: 0,
    originalColumn: 0,
    name: 0,
  }
  // A segment without a source or a name does not change what the next one is relative to.
  let [source, name, segments] = [0, 0, 0]
  while (reader.at < mappings.length) {
    const code = mappings.charCodeAt(reader.at)
    if (code === SEMICOLON) {
      segment.line++
      segment.column = 0
    }
    if (code === SEMICOLON || code === COMMA) {
      reader.at++
      continue
    }
    if (++segments > MAX_SEGMENTS) throw new InvalidMapError('The source map has too many mappings.')
    segment.column = within(segment.column + reader.next(), MAX_COORDINATE, 'column')
    segment.source = segment.name = -1
    if (reader.hasNext()) {
      source = segment.source = within(source + reader.next(), sources.length - 1, 'source')
      segment.originalLine = within(segment.originalLine + reader.next(), MAX_COORDINATE, 'line')
      segment.originalColumn = within(segment.originalColumn + reader.next(), MAX_COORDINATE, 'column')
      if (reader.hasNext()) name = segment.name = within(name + reader.next(), names.length - 1, 'name')
      if (reader.hasNext()) throw new InvalidMapError('A mapping of the source map has too many fields.')
    }
    if (segment.line > MAX_COORDINATE) throw new InvalidMapError('The source map has too many lines.')
    visit(segment)
  }
}

/**
 * Visits the segments in order of their generated positions. Bundlers write them in this order; others are
 * sorted. Throws `InvalidMapError`.
 */
export function visitInOrder(section: MapSection, visit: (segment: Segment) => void): void {
  if (checkMappings(section).isOrdered) return decodeMappings(section, visit)
  const segments: Segment[] = []
  decodeMappings(section, (segment) => segments.push({ ...segment }))
  for (const segment of segments.sort((a, b) => a.line - b.line || a.column - b.column)) visit(segment)
}

/** Throws `InvalidMapError`. */
export function checkMappings(section: MapSection): { isOrdered: boolean } {
  let [isOrdered, segments, line, column] = [true, 0, 0, 0]
  decodeMappings(section, (segment) => {
    if (segment.line === line && segment.column < column) isOrdered = false
    line = segment.line
    column = segment.column
    segments++
  })
  if (!isOrdered && segments > MAX_UNORDERED)
    throw new InvalidMapError('The mappings of the source map are not in the order of their columns.')
  return { isOrdered }
}

function within(value: number, most: number, field: string): number {
  if (value >= 0 && value <= most) return value
  throw new InvalidMapError(`A mapping of the source map has a ${field} that does not exist.`)
}

class VlqReader {
  at = 0
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  hasNext(): boolean {
    if (this.at >= this.#text.length) return false
    const code = this.#text.charCodeAt(this.at)
    return code !== COMMA && code !== SEMICOLON
  }

  /** The next number: five bits a digit, the lowest first; the lowest bit of all is the sign. */
  next(): number {
    let [value, scale, digit] = [0, 1, 32]
    while (digit >= 32) {
      const code = this.#text.charCodeAt(this.at++)
      digit = code < 128 ? (DIGITS[code] ?? -1) : -1
      if (digit < 0) throw new InvalidMapError('"mappings" of the source map is not base64 VLQ.')
      value += (digit % 32) * scale
      scale *= 32
      if (value > 2 ** 32 || scale > 2 ** 40)
        throw new InvalidMapError('A number in "mappings" of the source map has more than 32 bits.')
    }
    return value % 2 === 1 ? -(value - 1) / 2 : value / 2
  }
}
