// The maps that the worker holds, and the functions and lines that were read from their sources.
import { isMinified, plainName } from '../../grouping/function-key.ts'
import { blankControl, cleanName } from '../texts.ts'
import { compactMap, nameOf, type CompactMap } from '../compact-map.ts'
import { functionAt, functionRanges, type FunctionRanges } from '../function-ranges.ts'
import type { Segment } from '../mappings.ts'
import { parseSource } from '../parse-source.ts'
import { failingSegment, type SegmentMatch } from '../segments.ts'
import { SourceLines } from '../source-contents.ts'
import { ByteCache } from './byte-cache.ts'
import type { Context, Position, WorkerFrame } from './messages.ts'

/** `functions`: by source; null: it has no content or cannot be parsed. */
export type ReadyMap = CompactMap & { functions: Map<number, FunctionRanges | null> }

export class MapStore {
  readonly #maps: ByteCache<string, ReadyMap>
  readonly #lines = new SourceLines()

  constructor(maxBytes: number) {
    this.#maps = new ByteCache(maxBytes)
  }

  get(map: string): ReadyMap | undefined {
    return this.#maps.get(map)
  }

  /** Throws `InvalidMapError`. */
  add(map: string, json: Uint8Array): void {
    const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
    this.#maps.set(map, { ...compactMap(bytes), functions: new Map() })
  }

  /** Parses a source for the names of its functions. */
  readFunctions(map: string, source: number): void {
    const ready = this.#maps.get(map)
    if (!ready || ready.functions.has(source)) return
    const content = ready.contents.at(source)
    const program = content === '' ? null : parseSource(content, ready.files.at(source))
    const ranges = program && functionRanges(program)
    ready.functions.set(source, ranges)
    this.#maps.grow(map, (ranges?.size ?? 0) + 100)
  }

  /** Null: the map is not held, or the source has no name. */
  frame(
    position: Position,
    match: SegmentMatch,
    { withContext, isLeftOut }: { withContext: boolean; isLeftOut: boolean },
  ): WorkerFrame | null {
    const { map } = position
    const ready = this.#maps.get(map)
    const file = ready?.files.at(match.segment.source) ?? ''
    if (!ready || file === '') return null
    const segment = failingSegment(match, position.column - 1, ({ source, originalLine: first }) =>
      this.#lines.read(map, ready.contents, source, { first, end: first + 1 }).join(''),
    )
    const ranges = ready.functions.get(segment.source)
    const context = withContext && this.#context(map, ready, segment)
    return {
      function: ranges ? functionName(ranges, segment, file) : '',
      file,
      line: segment.originalLine + 1,
      column: segment.originalColumn + 1,
      isIgnored: ready.ignored.has(segment.source),
      ...(context && { context }),
      callee: nameOf(ready, match.segment),
      isParsed: Boolean(ranges),
      isLeftOut,
    }
  }

  #context(map: string, { contents }: ReadyMap, segment: Segment): Context | undefined {
    const { source, originalLine, originalColumn } = segment
    const first = Math.max(0, originalLine - LINES_AROUND)
    const end = originalLine + LINES_AROUND + 1
    const lines = this.#lines.read(map, contents, source, { first, end })
    return contextOf(lines, originalLine - first, originalColumn)
  }
}

/** Of dependencies, whose own names may be minified. */
export function isDependency(file: string): boolean {
  return file.startsWith('node_modules/')
}

function functionName(ranges: FunctionRanges, segment: Segment, file: string): string {
  const name = functionAt(ranges, { line: segment.originalLine + 1, column: segment.originalColumn })
  return isDependency(file) && isMinified(plainName(name)) ? '' : cleanName(name)
}

const LINES_AROUND = 5

/** Generated lines have many thousand characters. */
const MAX_COLUMNS = 300

/** `index`: of the line among `lines`. `column`: from 0. Undefined: the line does not exist. */
function contextOf(lines: string[], index: number, column: number): Context | undefined {
  const text = lines[index]
  if (text === undefined) return undefined
  const most = Math.max(0, text.length - MAX_COLUMNS)
  const cut = Math.min(most, Math.max(0, column - MAX_COLUMNS / 2))
  const context = {
    before: lines.slice(0, index).map(clean),
    line: clean(text.slice(cut)),
    after: lines.slice(index + 1).map(clean),
  }
  return cut === 0 ? context : { ...context, cut }
}

function clean(line: string): string {
  return blankControl(line.slice(0, MAX_COLUMNS).replace(/\r$/, ''))
}
