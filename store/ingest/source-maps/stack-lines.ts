// A stack as lines, some of which are frames: what is between them stays when frames are written anew.
import type { StackFrame } from '../grouping/stack-frame.ts'
import { parseLine } from '../grouping/stack.ts'
import type { OriginalFrame } from './symbolicator.ts'

/** Of a text; further ones are not mapped. Gecko prints up to 1,000 of an endless recursion. */
const MAX_LINES = 200

/** `frame`: null for a line of the message and for what an engine adds. */
export type StackLine = { text: string; frame: StackFrame | null }

export function readLines(stack: string): StackLine[] {
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
