// A stack with the author's own files, lines and functions, as far as there are source maps.
import type { SentStack } from '../rows/row-context.ts'
import { isObject, parseJson } from '../../../server/json.ts'
import { ownerOf } from '../grouping/owner.ts'
import type { StackFrame } from '../grouping/stack-frame.ts'
import { parseLine } from '../grouping/stack.ts'
import type { MapFile, MapIndex } from './map-index.ts'
import type { Symbolicator } from './worker/client.ts'
import type { OriginalFrame, Position } from './worker/messages.ts'

/** `file`: the source map of the script; `original`: null where it has no mapping. */
export type MappedLine = StackLine & { file: MapFile | null; original: OriginalFrame | null }

export type MappedStack = {
  /** Whether any line has a mapping. */
  isMapped: boolean
  /** False: some line may be mapped later. */
  isComplete: boolean
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
  const { frames: originals, isComplete } = await options.symbolicator.resolve(
    positions.filter((position) => position !== null),
    {
      service: stack.service,
      context: true,
      libraryNames: options.libraryNames,
      milliseconds: options.milliseconds,
    },
  )
  let next = 0
  const mapped = lines.map((line, index): MappedLine => {
    const original = positions[index] ? originals[next++] : null
    return { ...line, original: original?.file ? withoutGuess(original) : null }
  })
  return {
    isMapped: mapped.some(({ original }) => original !== null),
    isComplete,
    text: mapped.map(textOf).join('\n'),
    sourceLine: (page) => sourceLineOf(mapped, page),
    lines: mapped,
  }
}

/** Files whose templates a compiler makes functions of. */
const COMPONENT = /\.(?:vue|svelte|astro)$/
/** Nothing fails there: the map has no mapping for the template, and names what comes before it. */
const CLOSING_LINE = /^[\s)\]};,]*$/

/** The end of a script says which component failed, but not which function. */
function withoutGuess(frame: OriginalFrame): OriginalFrame {
  const isGuess = COMPONENT.test(frame.file) && CLOSING_LINE.test(frame.context?.line ?? 'unknown')
  return isGuess ? { ...frame, function: '' } : frame
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

/** Null: no map, or the engine did not write a column, as Gecko for code that `eval` made. */
function positionOf({ frame, file }: ScriptLine, caller: ScriptLine | undefined): Position | null {
  if (!frame || !file || frame.line === null || frame.column === null) return null
  const isCalledByNext = !!caller?.file && caller.frame?.column != null && !caller.frame.async
  return { map: file.map, line: frame.line, column: frame.column, isCalledByNext }
}

function textOf({ text, frame, original }: MappedLine): string {
  return frame && original ? writeFrame(original, frame.async) : text
}

/** Scripts of one stack. */
const MAX_IDS = 100

/** Debug ids that a bundler wrote into scripts, by their address. `json`: an object of texts, or anything. */
function parseDebugIds(json: string): Map<string, string> {
  const ids = parseJson(json)
  const entries = isObject(ids) ? Object.entries(ids).slice(0, MAX_IDS) : []
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

/** Of a text; further ones are not mapped. Gecko prints up to 1,000 of an endless recursion. */
const MAX_LINES = 200

/** `frame`: null for a line of the message and for what an engine adds. */
type StackLine = { text: string; frame: StackFrame | null }

function readLines(stack: string): StackLine[] {
  return stack
    .split('\n')
    .map((text, index) => ({ text, frame: index < MAX_LINES ? (parseLine(text)?.frame ?? null) : null }))
}

/** In front of a file that the map's ignore list names. */
const IGNORED = 'ignored:'

/** As V8 writes it: what reads stacks reads mapped ones as well. */
export function writeFrame(frame: OriginalFrame, isAsync: boolean): string {
  const location = `${frame.isIgnored ? IGNORED : ''}${frame.file}:${frame.line}:${frame.column}`
  const call = frame.function === '' ? location : `${frame.function} (${location})`
  return `    at ${isAsync ? 'async ' : ''}${call}`
}

export function withoutIgnored(file: string): string {
  return file.startsWith(IGNORED) ? file.slice(IGNORED.length) : file
}
