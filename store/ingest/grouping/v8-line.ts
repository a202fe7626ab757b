// A line of a stack of V8 ("at Cart.total (https://shop.example/a.js:3:14)") or Hermes ("at total (address at
// index.android.bundle:1:452701)"), without its "at".
import { openingBracket } from './expression.ts'
import { isWasm, parseLocation, type StackFrame } from './stack-frame.ts'

/** Code made by `eval`: "eval at f (eval at g (https://shop.example/a.js:1:2)), <anonymous>:1:7". */
const EVAL = 'eval at '

/** A line that was cut before its last bracket. */
const UNCLOSED = / \([^()]*:\d+$/

/** As Safari writes frames of extensions where it imitates V8: "f@safari-extension:(//3284871F/a.js:1:2)". */
const SCHEME_IN_FRONT = /^(?:(.*)@)?([a-z-]+-extension:)\((\/\/.*\))$/

export function parseV8Line(line: string): StackFrame | null {
  const { async, text } = withoutAsync(withUsualBrackets(line))
  const call = text.indexOf(`(${EVAL}`)
  if (call >= 0) {
    const location = locationOfEval(text.slice(call + 1))
    if (location === null) return null
    return { function: withoutNew(text.slice(0, call)), ...parseLocation(location), async, isEvaluated: true }
  }
  const bracket = locationBracket(text)
  if (bracket < 0)
    return isLocation(text) ? { function: '', ...parseLocation(text), async, isEvaluated: false } : null
  const name = withoutNew(text.slice(0, bracket))
  const inner = withoutAsync(text.slice(bracket + 1, -1))
  const location = inner.text.replace(/^address at /, '')
  if (!isFrame(name, location, text[bracket - 1] === ' ')) return null
  return { function: name, ...parseLocation(location), async: async || inner.async, isEvaluated: false }
}

function withUsualBrackets(line: string): string {
  if (UNCLOSED.test(line)) return `${line})`
  return line.replace(
    SCHEME_IN_FRONT,
    (_, name: string | undefined, scheme, rest) => `${name ?? ''} (${scheme}${rest}`,
  )
}

function withoutAsync(text: string): { async: boolean; text: string } {
  return text.startsWith('async ') ? { async: true, text: text.slice(6) } : { async: false, text }
}

function withoutNew(name: string): string {
  return name.trim().replace(/^new /, '')
}

/** A line of a message may begin with "at" as well: "at least one item (see the manual)". */
function isFrame(name: string, location: string, hasBlank: boolean): boolean {
  const isProse = /\s/.test(name.replace(/^(?:get|set|static) | \[as [^\]]*\]$/g, ''))
  return hasBlank ? !isProse || isLocation(location) : !isProse && isLocation(location)
}

function isLocation(text: string): boolean {
  return /:\d+$|^(?:<anonymous>|native)$/.test(text) || isWasm(text)
}

/**
 * The bracket before the location, which the last character closes: names ("a (b)", functions of C++) and
 * paths ("C:\Program Files (x86)") contain brackets too. A path may contain half a pair.
 */
function locationBracket(text: string): number {
  const open = openingBracket(text)
  if (open >= 0 || !text.endsWith(')')) return open
  const first = text.indexOf(' (')
  return first < 0 ? -1 : first + 1
}

/** The location of the outermost call of `eval`; null: the line has no such location. */
function locationOfEval(text: string): string | null {
  let rest = text
  while (rest.startsWith(EVAL)) {
    const open = rest.indexOf(' (')
    if (open < 0) return null
    rest = rest.slice(open + 2)
  }
  const end = closingBracket(rest)
  return end < 0 ? null : rest.slice(0, end)
}

/** Position of the bracket that closes one before `text`. */
function closingBracket(text: string): number {
  let open = 1
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '(') open++
    else if (text[index] === ')' && --open === 0) return index
  }
  return -1
}
