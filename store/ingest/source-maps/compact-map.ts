// A source map in the form that is looked up: some 60 % of its JSON, all of it outside of the heap.
import { lineStartsOf, type LineStarts } from './line-starts.ts'
import { parseMapJson, type MapSection } from './map-json.ts'
import { checkMappings, visitInOrder, type Segment } from './mappings.ts'
import { originalFile } from './original-file.ts'
import { SegmentWriter, type Segments } from './segments.ts'
import { SourceContents } from './source-contents.ts'
import { cleanName, TextList } from './texts.ts'

/** Segments have the indexes of all sections together. */
export type CompactMap = {
  segments: Segments
  /** Empty: the source has no name. */
  files: TextList
  contents: SourceContents
  names: TextList
  ignored: Set<number>
  lineStarts: LineStarts
  size: number
}

/** `debugId`: in lower case; null: the map has no id, or one that is not a UUID. */
export type MapSummary = { debugId: string | null; sources: number; sourcesWithContent: number }

/**
 * Checks a map before it is stored: everything that a later lookup relies on. `text`: JSON of ECMA-426
 * version 3, also with `sections`. Throws `InvalidMapError`.
 */
export function readMap(text: string | Buffer): MapSummary {
  const { debugId, sections } = parseMapJson(text)
  for (const section of sections) checkMappings(section)
  const contents = sections.flatMap((section) => section.contents)
  return {
    debugId,
    sources: contents.length,
    sourcesWithContent: contents.filter((content) => content !== null).length,
  }
}

/** Throws `InvalidMapError`. */
export function compactMap(json: Buffer): CompactMap {
  const { sections, lineLengths } = parseMapJson(json)
  const segments = compactSegments(sections)
  const files = new TextList(
    sections.flatMap(({ sources, sourceRoot }) =>
      sources.map((source) => (source === null ? '' : originalFile(source, sourceRoot))),
    ),
  )
  const contents = new SourceContents(sections.flatMap((section) => section.contents))
  const names = new TextList(sections.flatMap((section) => section.names))
  const ignored = ignoredSources(sections)
  const lineStarts = lineStartsOf(lineLengths, segments)
  const bytes = [segments.bytes, segments.blocks, lineStarts ?? new Uint8Array()]
  const size = bytes.reduce(
    (sum, { byteLength }) => sum + byteLength,
    files.size + contents.size + names.size,
  )
  return { segments, files, contents, names, ignored, lineStarts, size }
}

export function nameOf(map: CompactMap, segment: Segment): string {
  return segment.name < 0 ? '' : cleanName(map.names.at(segment.name))
}

function compactSegments(sections: MapSection[]): Segments {
  const writer = new SegmentWriter()
  let [sources, names] = [0, 0]
  for (const [index, section] of sections.entries()) {
    const [end, firstSource, firstName] = [sections[index + 1], sources, names]
    const add = (segment: Segment): void => {
      // The next section replaces the mappings of a section for positions after its beginning.
      if (end && !isBefore(segment, end)) return
      const source = segment.source < 0 ? -1 : segment.source + firstSource
      writer.add({ ...segment, source, name: segment.name < 0 ? -1 : segment.name + firstName })
    }
    visitInOrder(section, add)
    sources += section.sources.length
    names += section.names.length
  }
  return writer.finish()
}

type GeneratedPosition = { line: number; column: number }

function isBefore(a: GeneratedPosition, b: GeneratedPosition): boolean {
  return a.line < b.line || (a.line === b.line && a.column < b.column)
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
