// A source map in the form that is looked up: some 60 % of its JSON, all of it outside of the heap.
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'
import { ByteList } from './byte-list.ts'
import { cleanName } from './clean-text.ts'
import { InvalidMapError } from './invalid-map-error.ts'
import { parseMapJson, type MapSection } from './map-json.ts'
import { decodeMappings, type Segment } from './mappings.ts'
import { originalFile } from './original-file.ts'
import { SegmentWriter, type Segments } from './segments.ts'

/** Longer ones were not written by people. They have neither context nor names of functions. */
const MAX_CONTENT = 4 * 1024 * 1024

/** Bundlers write mappings in order. Others are sorted, which takes 100 bytes each. */
const MAX_UNORDERED = 500_000

/** Indexes of segments are those of all sections together. */
export type CompactMap = {
  segments: Segments
  /** Empty: the source has no name. */
  files: ByteList
  /** Compressed; empty: the source has no content. */
  contents: ByteList
  names: ByteList
  ignored: Set<number>
  size: number
}

/** Throws `InvalidMapError`. */
export function compactMap(json: Buffer): CompactMap {
  const { sections } = parseMapJson(json)
  const segments = compactSegments(sections)
  const files = new ByteList(
    sections.flatMap(({ sources, sourceRoot }) =>
      sources.map((source) => Buffer.from(source === null ? '' : originalFile(source, sourceRoot))),
    ),
  )
  const contents = new ByteList(sections.flatMap((section) => section.contents.map(compress)))
  const names = new ByteList(sections.flatMap((section) => section.names.map((name) => Buffer.from(name))))
  const ignored = ignoredSources(sections)
  const size = segments.bytes.length + segments.blocks.byteLength + files.size + contents.size + names.size
  return { segments, files, contents, names, ignored, size }
}

/** "" where the source has no content. */
export function contentOf(map: CompactMap, source: number): string {
  const compressed = map.contents.at(source)
  return compressed.length === 0 ? '' : inflateRawSync(compressed).toString()
}

export function nameOf(map: CompactMap, segment: Segment): string {
  return segment.name < 0 ? '' : cleanName(map.names.at(segment.name).toString())
}

function compress(content: string | null): Uint8Array {
  if (!content || content.length > MAX_CONTENT) return new Uint8Array()
  return deflateRawSync(content, { level: constants.Z_BEST_SPEED })
}

function compactSegments(sections: MapSection[]): Segments {
  const writer = new SegmentWriter()
  let [sources, names] = [0, 0]
  for (const [index, section] of sections.entries()) {
    const [end, firstSource, firstName] = [sections[index + 1], sources, names]
    const add = (segment: Segment): void => {
      // The next section replaces what a section says about positions after its beginning.
      if (end && !isBefore(segment, end)) return
      const source = segment.source < 0 ? -1 : segment.source + firstSource
      writer.add({ ...segment, source, name: segment.name < 0 ? -1 : segment.name + firstName })
    }
    if (isOrdered(section)) decodeMappings(section, add)
    else for (const segment of ordered(section)) add(segment)
    sources += section.sources.length
    names += section.names.length
  }
  return writer.finish()
}

type GeneratedPosition = { line: number; column: number }

function isBefore(a: GeneratedPosition, b: GeneratedPosition): boolean {
  return a.line < b.line || (a.line === b.line && a.column < b.column)
}

function isOrdered(section: MapSection): boolean {
  let [isSorted, line, column] = [true, 0, 0]
  decodeMappings(section, (segment) => {
    if (segment.line === line && segment.column < column) isSorted = false
    line = segment.line
    column = segment.column
  })
  return isSorted
}

function ordered(section: MapSection): Segment[] {
  const segments: Segment[] = []
  decodeMappings(section, (segment) => {
    if (segments.length >= MAX_UNORDERED)
      throw new InvalidMapError('The mappings of the source map are not in order.')
    segments.push({ ...segment })
  })
  return segments.sort((a, b) => a.line - b.line || a.column - b.column)
}

function ignoredSources(sections: MapSection[]): Set<number> {
  let sources = 0
  const ignored = sections.flatMap((section) => {
    const first = sources
    sources += section.sources.length
    return [...section.ignored].map((index) => first + index)
  })
  return new Set(ignored)
}
