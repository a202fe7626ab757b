// Reads the JSON of a source map (ECMA-426, version 3) and checks its size, types and counts.

/** `message`: for the person who uploads the map. */
export class InvalidMapError extends Error {
  override name = 'InvalidMapError'
}

const MAX_MAP_BYTES = 64 * 1024 * 1024

/** A value takes up to 64 bytes. A map of 3 MB has some ten thousand: its names and sources. */
const MAX_VALUES = 1_000_000

/** A map has four levels; tools add fields of their own. */
const MAX_DEPTH = 64

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [BRACKET_OPEN, BRACKET_CLOSE, BRACE_OPEN, BRACE_CLOSE] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Sections of Turbopack are modules: big chunks have some thousands. */
const MAX_SECTIONS = 10_000

/** The biggest applications have some ten thousand modules. */
const MAX_SOURCES = 100_000

const UUID = /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/

/** The mappings of a file, or of a part of it that begins at `line` and `column`, both from 0. */
export type MapSection = {
  line: number
  column: number
  sourceRoot: string
  sources: (string | null)[]
  contents: (string | null)[]
  names: string[]
  mappings: string
  /** Indexes of `sources` that debuggers skip. */
  ignored: Set<number>
}

/** `lineLengths`: of the built file, with their line breaks; null: the upload did not send them. */
export type MapJson = { debugId: string | null; sections: MapSection[]; lineLengths: number[] | null }

type Fields = Record<string, unknown>

/** Throws `InvalidMapError`. */
export function parseMapJson(text: string | Buffer): MapJson {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  checkSize(bytes)
  const map = fieldsOf(parseJson(bytes), 'The source map')
  if (map['version'] !== 3)
    throw new InvalidMapError('The source map is not of version 3: its "version" must be 3.')
  const sections = map['sections'] === undefined ? [readSection(map, 0, 0)] : readSections(map['sections'])
  if (sections.reduce((total, { sources }) => total + sources.length, 0) > MAX_SOURCES)
    throw new InvalidMapError(`The source map has more than ${MAX_SOURCES} sources.`)
  return { debugId: debugIdOf(map), sections, lineLengths: lineLengthsOf(map['x_errata_line_lengths']) }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw new InvalidMapError('The source map is not JSON.')
  }
}

function fieldsOf(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidMapError(`${name} must be an object.`)
  return value as Fields
}

function lineLengthsOf(value: unknown): number[] | null {
  if (value === undefined) return null
  const lengths = arrayOf(value, 'x_errata_line_lengths')
  if (!lengths.every((length) => Number.isInteger(length) && (length as number) >= 0))
    throw new InvalidMapError('"x_errata_line_lengths" of the source map must have the length of each line.')
  return lengths as number[]
}

function debugIdOf(map: Fields): string | null {
  const id = map['debugId'] ?? map['debug_id']
  const lower = typeof id === 'string' ? id.toLowerCase() : ''
  return UUID.test(lower) ? lower : null
}

function readSections(value: unknown): MapSection[] {
  const values = arrayOf(value, 'sections')
  if (values.length > MAX_SECTIONS)
    throw new InvalidMapError(`The source map has more than ${MAX_SECTIONS} sections.`)
  const sections = values.map((section) => {
    const { offset, map } = fieldsOf(section, 'Each of "sections"')
    const { line, column } = fieldsOf(offset, 'The "offset" of a section')
    const fields = fieldsOf(map, 'The "map" of a section')
    if (fields['sections'] !== undefined)
      throw new InvalidMapError('A section of the source map has sections itself.')
    return readSection(fields, coordinate(line), coordinate(column))
  })
  const isOrdered = sections.every((section, index) => {
    const last = sections[index - 1]
    return !last || last.line < section.line || (last.line === section.line && last.column <= section.column)
  })
  if (!isOrdered) throw new InvalidMapError('The sections of the source map overlap or are not in order.')
  return sections
}

function coordinate(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 28) return value
  throw new InvalidMapError('The "offset" of a section must have a "line" and a "column" from 0.')
}

function readSection(map: Fields, line: number, column: number): MapSection {
  const sources = arrayOf(map['sources'], 'sources').map((source) => textOrNull(source, 'sources'))
  const contents = arrayOf(map['sourcesContent'] ?? [], 'sourcesContent')
  const names = arrayOf(map['names'] ?? [], 'names').map((name) => textOrNull(name, 'names') ?? '')
  const { mappings } = map
  if (typeof mappings !== 'string')
    throw new InvalidMapError('"mappings" of the source map must be a string.')
  const ignored = arrayOf(map['ignoreList'] ?? map['x_google_ignoreList'] ?? [], 'ignoreList')
  return {
    line,
    column,
    sourceRoot: textOrNull(map['sourceRoot'] ?? null, 'sourceRoot') ?? '',
    sources,
    contents: sources.map((_, index) => textOrNull(contents[index] ?? null, 'sourcesContent')),
    names,
    mappings,
    ignored: new Set(ignored.map((index) => sourceIndex(index, sources.length))),
  }
}

function arrayOf(value: unknown, name: string): unknown[] {
  if (!Array.isArray(value)) throw new InvalidMapError(`"${name}" of the source map must be an array.`)
  return value
}

function textOrNull(value: unknown, name: string): string | null {
  if (value === null || typeof value === 'string') return value
  throw new InvalidMapError(`"${name}" of the source map has a value that is neither a string nor null.`)
}

function sourceIndex(value: unknown, sources: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < sources) return value
  throw new InvalidMapError('"ignoreList" of the source map has a value that is not an index of "sources".')
}

/**
 * Bounds the memory that `JSON.parse` takes. It cannot be stopped: at the limit of a worker's heap the
 * process ends. Throws `InvalidMapError`.
 */
function checkSize(json: Buffer): void {
  if (json.length > MAX_MAP_BYTES)
    throw new InvalidMapError(`The source map has more than ${MAX_MAP_BYTES / 1024 / 1024} MiB.`)
  let [values, depth] = [0, 0]
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (byte === QUOTE) at = endOfString(json, at)
    else if (byte === COMMA) values++
    else if (byte === BRACKET_OPEN || byte === BRACE_OPEN) {
      values++
      if (++depth > MAX_DEPTH) throw new InvalidMapError('The JSON of the source map is nested too deeply.')
    } else if (byte === BRACKET_CLOSE || byte === BRACE_CLOSE) depth--
  }
  if (values > MAX_VALUES) throw new InvalidMapError('The source map has too many values.')
}

/** Index of the quote that ends the string beginning at `start`; the end of the text without such a quote. */
function endOfString(json: Buffer, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1
  return at
}
