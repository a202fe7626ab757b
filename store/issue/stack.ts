// Reads the stacks that browsers and Node print: V8's lines ("at f (file:1:2)"), Gecko's and JavaScriptCore's ("f@file:1:2").

export type StackFrame = {
  /** As the engine wrote it, without `async` and `new`. Empty: the engine named none. */
  function: string
  file: string
  line: number | null
  column: number | null
  /** A caller across an `await` or a callback. Engines differ in how many of them they print, if any. */
  async: boolean
}

/** Lines read of one stack. Gecko prints up to a thousand of an endless recursion; two hundred show any cycle. */
const MAX_LINES = 200

/** Characters read of one line: nothing a person could use is longer, and patterns stay quick on hostile ones. */
const MAX_LINE = 2_000

/** From here on the frames are another error's. */
const NEXT_ERROR = /^\s*(?:caused by\b|\[cause\]|\[errors\])/i

/** A place in WebAssembly has no line: "shop_bg.wasm:wasm-function[12]:0x1a3f". */
const WASM = /:wasm-function\[\d+\]:0x[\da-f]+$/

const POSITION = /^(.*?)(?::(\d{1,9}))?(?::(\d{1,9}))?$/

/** What Gecko writes before the first frame behind an `await` or a callback: "async*", "setTimeout handler*". */
const GECKO_ASYNC = /^(?:async|promise callback|[\w.]+ handler|[\w.]+ callback)\*/

export function parseStack(stack: string): StackFrame[] {
  const frames: StackFrame[] = []
  for (const line of stack.split('\n', MAX_LINES)) {
    if (NEXT_ERROR.test(line)) break
    const frame = parseLine(line.slice(0, MAX_LINE).trim().replace(/ \{$/, ''))
    if (frame) frames.push(frame)
  }
  return frames
}

function parseLine(line: string): StackFrame | null {
  if (line.startsWith('at ')) return parseV8(line.slice(3))
  return parseGecko(line)
}

function parseV8(text: string): StackFrame | null {
  const async = text.startsWith('async ')
  const rest = async ? text.slice(6) : text
  // The first " (" ends the name: a path may hold brackets, as in "app/(shop)/page.js".
  const bracket = rest.endsWith(')') ? rest.indexOf(' (') : -1
  const name = bracket > 0 ? rest.slice(0, bracket) : ''
  const place = bracket > 0 ? rest.slice(bracket + 2, -1) : rest
  if (bracket <= 0 && !/:\d+$/.test(place) && place !== '<anonymous>') return null
  return { function: name.replace(/^new /, ''), ...position(place), async }
}

function parseGecko(text: string): StackFrame | null {
  if (!/:\d+$|\[(?:native|wasm) code\]$/.test(text) && !WASM.test(text)) return null
  const at = text.indexOf('@')
  const scheme = text.indexOf('://')
  const named = at >= 0 && (scheme < 0 || at < scheme)
  // Without "@" only an address may stand alone: "Error 404: line 12:5" of a message is no frame.
  if (!named && scheme < 0) return null
  const before = named ? text.slice(0, at) : ''
  const name = before.replace(GECKO_ASYNC, '')
  return { function: name, ...position(named ? text.slice(at + 1) : text), async: name !== before }
}

function position(place: string): Pick<StackFrame, 'file' | 'line' | 'column'> {
  if (WASM.test(place)) return { file: '[wasm code]', line: null, column: null }
  const [, file = place, line, column] = POSITION.exec(place) ?? []
  return {
    file,
    line: line === undefined ? null : Number(line),
    column: column === undefined ? null : Number(column),
  }
}
