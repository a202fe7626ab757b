// Parses stack traces of V8 ("at f (file:1:2)"), Gecko and JavaScriptCore ("f@file:1:2").

export type StackFrame = {
  /** As the engine wrote it, without `async` and `new`. Empty: no name. */
  function: string
  file: string
  line: number | null
  column: number | null
  /** A caller across an `await` or a callback. Not every engine prints them, and not equally many. */
  async: boolean
}

/** Lines of a stack that are read. Gecko prints up to 1,000 of an endless recursion; 200 show any cycle. */
const MAX_LINES = 200

/** Characters of a line that are read: no useful line is longer, and patterns stay fast on hostile ones. */
const MAX_LINE = 2_000

/** The frames after such a line belong to another error. */
const NEXT_ERROR = /^\s*(?:caused by\b|\[cause\]|\[errors\])/i

/** A position in WebAssembly has no line: "shop_bg.wasm:wasm-function[12]:0x1a3f". */
const WASM = /:wasm-function\[\d+\]:0x[\da-f]+$/

const POSITION = /^(.*?)(?::(\d{1,9}))?(?::(\d{1,9}))?$/

/** Gecko's prefix of the first frame behind an `await` or a callback: "async*", "setTimeout handler*". */
const GECKO_ASYNC = /^(?:async|promise callback|[\w.]+ handler|[\w.]+ callback)\*/

export function parseStack(stack: string): StackFrame[] {
  const frames: StackFrame[] = []
  for (const line of stack.split('\n', MAX_LINES)) {
    if (NEXT_ERROR.test(line)) break
    const text = line.slice(0, MAX_LINE).trim().replace(/ \{$/, '')
    const frame = text.startsWith('at ') ? parseV8(text.slice(3)) : parseGecko(text)
    if (frame) frames.push(frame)
  }
  return frames
}

function parseV8(text: string): StackFrame | null {
  const async = text.startsWith('async ')
  const rest = async ? text.slice(6) : text
  // The first " (" ends the name: a path may contain brackets, as in "app/(shop)/page.js".
  const bracket = rest.endsWith(')') ? rest.indexOf(' (') : -1
  const name = bracket > 0 ? rest.slice(0, bracket) : ''
  const location = bracket > 0 ? rest.slice(bracket + 2, -1) : rest
  if (bracket <= 0 && !/:\d+$/.test(location) && location !== '<anonymous>') return null
  return { function: name.replace(/^new /, ''), ...parseLocation(location), async }
}

function parseGecko(text: string): StackFrame | null {
  if (!/:\d+$|\[(?:native|wasm) code\]$/.test(text) && !WASM.test(text)) return null
  const at = text.indexOf('@')
  const scheme = text.indexOf('://')
  const named = at >= 0 && (scheme < 0 || at < scheme)
  // Without "@" only a URL is a frame: "Error 404: line 12:5" of a message is none.
  if (!named && scheme < 0) return null
  const prefix = named ? text.slice(0, at) : ''
  const name = prefix.replace(GECKO_ASYNC, '')
  const location = named ? text.slice(at + 1) : text
  return { function: name, ...parseLocation(location), async: name !== prefix }
}

function parseLocation(location: string): Pick<StackFrame, 'file' | 'line' | 'column'> {
  if (WASM.test(location)) return { file: '[wasm code]', line: null, column: null }
  const [, file = location, line, column] = POSITION.exec(location) ?? []
  return {
    file,
    line: line === undefined ? null : Number(line),
    column: column === undefined ? null : Number(column),
  }
}
