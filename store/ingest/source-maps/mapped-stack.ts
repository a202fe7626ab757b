// A stack with the author's own files, lines and functions, as far as there are source maps.
import { ownerOf } from '../grouping/owner.ts'
import type { StackFrame } from '../grouping/stack-frame.ts'
import { parseLine } from '../grouping/stack.ts'
import type { MapFile, MapIndex } from './map-index.ts'
import { parseDebugIds } from './debug-ids.ts'
import { readLines, writeFrame, type StackLine } from './stack-lines.ts'
import type { OriginalFrame, Position, Symbolicator } from './symbolicator.ts'

/** A stack as a page sent it. `debugIds`: JSON of ids by address, or empty. */
export type SentStack = { service: string; release: string; text: string; debugIds: string }

/** `file`: the source map of the script; `original`: null where it has no mapping. */
export type MappedLine = StackLine & { file: MapFile | null; original: OriginalFrame | null }

export type MappedStack = {
  /** Whether any line has a mapping. */
  isMapped: boolean
  /** As V8 writes a stack. Lines without a mapping are as the page sent them. */
  text: string
  /** The line of source code of the first own frame of a page; empty: not known. */
  sourceLine: (page: string) => string
  lines: MappedLine[]
}

/** `libraryNames`: as of the worker. */
type MapOptions = {
  index: MapIndex
  symbolicator: Symbolicator
  milliseconds: number
  libraryNames: boolean
}

/** Frames that are not mapped within the time stay as they are. Never throws. */
export async function mapStack(stack: SentStack, options: MapOptions): Promise<MappedStack> {
  const debugIds = parseDebugIds(stack.debugIds)
  const lines = readLines(stack.text).map((line) => {
    const address = line.frame?.file ?? ''
    const script = { ...stack, address, debugId: debugIds.get(address) ?? '' }
    return { ...line, file: line.frame && options.index.find(script) }
  })
  const positions = lines.map((line, index) => positionOf(line, lines[index + 1]))
  const originals = await options.symbolicator.resolve(
    positions.filter((position) => position !== null),
    { context: true, libraryNames: options.libraryNames, milliseconds: options.milliseconds },
  )
  let next = 0
  const mapped = lines.map((line, index): MappedLine => {
    const original = positions[index] ? originals[next++] : null
    return { ...line, original: original?.file ? original : null }
  })
  return {
    isMapped: mapped.some(({ original }) => original !== null),
    text: mapped.map(textOf).join('\n'),
    sourceLine: (page) => sourceLineOf(mapped, page),
    lines: mapped,
  }
}

/** Characters: longer lines are generated code. */
const MAX_SOURCE_LINE = 200

/** Of the first frame in code of the application. */
function sourceLineOf(lines: MappedLine[], page: string): string {
  const first = lines.find((line) => {
    const frame = parseLine(textOf(line))?.frame
    return frame && ownerOf(frame, page) === 'own'
  })
  return first?.original?.context?.line.trim().slice(0, MAX_SOURCE_LINE) ?? ''
}

type ScriptLine = { frame: StackFrame | null; file: MapFile | null }

/** Null: there is no map, or the engine did not write a column, as Gecko for code that `eval` made. */
function positionOf({ frame, file }: ScriptLine, caller: ScriptLine | undefined): Position | null {
  if (!frame || !file || frame.line === null || frame.column === null) return null
  const isCalledByNext = !!caller?.file && caller.frame?.column != null && !caller.frame.async
  return { map: file.map, line: frame.line, column: frame.column, isCalledByNext }
}

function textOf({ text, frame, original }: MappedLine): string {
  return frame && original ? writeFrame(original, frame.async) : text
}
