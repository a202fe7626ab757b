// Parses stack traces. Of JavaScript: lines as V8 and Hermes write them ("at f (file:1:2)"), and as Gecko and
// JavaScriptCore do ("f@file:1:2").
import { parseGeckoLine } from './gecko-line.ts'
import { readLanguageStack } from './languages/read-stack.ts'
import type { StackSection } from './languages/section.ts'
import type { StackFrame } from './stack-frame.ts'
import { parseV8Line } from './v8-line.ts'

/** Lines of a stack that are read. Gecko prints up to 1,000 of an endless recursion; 200 show any cycle. */
const MAX_LINES = 200

/** Characters of a line that are read: no useful line is longer, and patterns stay fast on hostile ones. */
const MAX_LINE = 2_000

/** The frames after such a line belong to another error. */
const NEXT_ERROR = /^\s*(?:caused by\b|\[cause\]|\[errors\])/i

export function parseStack(stack: string): StackFrame[] {
  const frames = parseScriptStack(stack)
  if (isScriptStack(frames)) return frames
  return readLanguageStack(stack)?.[0]?.frames ?? frames
}

/** The causes that the text of the stack contains, in other languages than JavaScript. */
export function readCauses(stack: string): StackSection[] {
  return isScriptStack(parseScriptStack(stack)) ? [] : (readLanguageStack(stack)?.slice(1) ?? [])
}

/** Only engines of JavaScript, and Rust, write columns. */
function isScriptStack(frames: StackFrame[]): boolean {
  return frames.some(({ column, file }) => column !== null && !/\.(?:rs|[chsS]|cpp)$/.test(file))
}

function parseScriptStack(stack: string): StackFrame[] {
  const frames: StackFrame[] = []
  const bare = new Set<StackFrame>()
  let isGecko = false
  for (const line of stack.split('\n', MAX_LINES)) {
    if (isNextError(line)) break
    const parsed = parseLine(line)
    if (!parsed) continue
    frames.push(parsed.frame)
    if (parsed.isBare) bare.add(parsed.frame)
    else if (parsed.isGecko) isGecko = true
  }
  // A file alone may as well be a line of the message.
  return isGecko ? frames : frames.filter((frame) => !bare.has(frame))
}

/** Whether the frames after this line belong to a cause. */
export function isNextError(line: string): boolean {
  return NEXT_ERROR.test(line)
}

/** `isBare`: the line is a file alone. */
type ParsedLine = { frame: StackFrame; isBare: boolean; isGecko: boolean }

/** Null: the line is not a frame. */
export function parseLine(line: string): ParsedLine | null {
  const text = line.slice(0, MAX_LINE).trim().replace(/ \{$/, '')
  if (text.startsWith('at ')) {
    const frame = parseV8Line(text.slice(3))
    return frame && { frame, isBare: false, isGecko: false }
  }
  const parsed = parseGeckoLine(text)
  return parsed && { ...parsed, isGecko: true }
}
