// A line of a stack of Gecko or JavaScriptCore: "total@https://shop.example/a.js:3:14".
import { isWasm, parseLocation, type StackFrame } from './stack-frame.ts'

/** `isBare`: the line is a file alone, as React Native's JavaScriptCore writes functions without a name. */
type GeckoLine = { frame: StackFrame; isBare: boolean }

/** Before the name of the first frame behind an `await` or a callback: "async*", "setTimeout handler*". */
const ASYNC = /^(?:async|promise callback|[\w.]+ handler|[\w.]+ callback)\*|^async /

/** What ends the name for certain: names and addresses contain "@" too. */
const NAME_END = /@(?=[a-z][\w+.-]*:\/|\[(?:native|wasm) code\]|\/)/i

/** In code that was made by `eval`: "https://shop.example/a.js line 26 > eval line 2 > eval:1:30". */
const EVALUATED = /^(.*?)(?: line (\d{1,9}))? > (?:eval|Function|\w+Function|injectedScript)\b/

const BARE = /^(?:[^\s@():]+\.(?:[cm]?[jt]sx?|bundle|jsbundle|hbc):\d+:\d+|\[native code\])$/

export function parseGeckoLine(text: string): GeckoLine | null {
  if (BARE.test(text)) return { frame: frameOf('', text), isBare: true }
  if (!/:\d+$|\[(?:native|wasm) code\]$/.test(text) && !isWasm(text)) return null
  const end = nameEnd(text)
  // Without "@" only a URL is a frame: "Error 404: line 12:5" of a message is not.
  if (end < 0 && !text.includes('://')) return null
  // The header of Node's uncaught errors, "file:///app/a.js:1", has a line only.
  if (end < 0 && !/:\d+:\d+$|\]$/.test(text) && !isWasm(text) && !EVALUATED.test(text)) return null
  return { frame: frameOf(text.slice(0, Math.max(end, 0)), text.slice(end + 1)), isBare: false }
}

/** Position of the "@" between name and location; -1: the line has no name. */
function nameEnd(text: string): number {
  const scheme = text.indexOf('://')
  const certain = text.search(NAME_END)
  if (certain >= 0 && (scheme < 0 || certain < scheme)) return certain
  const at = /^(?:[^@"]|"[^"]*")*@/.exec(text)?.[0].length ?? 0
  return scheme < 0 || at <= scheme ? at - 1 : -1
}

function frameOf(prefix: string, location: string): StackFrame {
  const name = prefix.replace(ASYNC, '')
  const async = name !== prefix
  const evaluated = EVALUATED.exec(location)
  if (!evaluated) return { function: name, ...parseLocation(location), async, isEvaluated: false }
  const [, file = '', line] = evaluated
  const number = line === undefined ? null : Number(line)
  return { function: name, file, line: number, column: null, async, isEvaluated: true }
}
