// What an exception says, in words that are the same whatever browser said it and whatever value it was about.
import { callee, lastMember } from './expression.ts'

export type Canonical = {
  type: string
  text: string
  /** The engine chose the words, so the text alone says what is wrong and the place only where. */
  engine: boolean
  /** Failures of the connection or of a stale page: one issue per service, wherever they struck. */
  weather: 'chunk' | 'network' | null
}

/** Characters of a message that count. What follows is data. */
const MAX_TEXT = 200

type Sentence = [pattern: RegExp, canonical: string | ((found: RegExpExecArray) => string)]

const nullish = (found: RegExpExecArray): string => `nullish access of ${lastMember(found[1] ?? '')}`

/** How V8, Gecko and JavaScriptCore word the same thing. The first that fits decides. */
const SENTENCES: Sentence[] = [
  [/^Cannot (?:read|set) propert(?:y|ies) of (?:undefined|null) \((?:reading|setting) '(.*)'\)/, nullish],
  [/^Cannot (?:read|set) property '(.*)' of (?:undefined|null)/, nullish],
  [/^can't access property "?(.*?)"?, .* (?:is|are) (?:undefined|null)/, nullish],
  [/^(?:undefined|null) is not an object \(evaluating '([^]*)'\)/, nullish],
  [/^(?:Cannot destructure property '(.+?)' of|Right side of assignment cannot be destructured)/, 'nullish destructuring'],
  [/(?:is|are) not iterable|^Spread syntax requires|is not a function \(near '\.\.\./, 'not iterable'],
  [/^([^]+?) is not a function\b/, (found) => `${callee(found[1] ?? '')} is not a function`],
  [/^([^]+?) is not a constructor\b/, (found) => `${callee(found[1] ?? '')} is not a constructor`],
  [/^(?:Can't find variable: )([\w$]+)/, (found) => `${found[1]} is not defined`],
  [/^([\w$]+) is not defined$/, (found) => `${found[1]} is not defined`],
  [/before initialization|^Cannot access uninitialized variable/, 'access before initialization'],
  [/^Assignment to constant variable|^invalid assignment to const|^Attempted to assign to readonly property/, 'assignment to constant'],
  [/is not valid JSON|in JSON at position|^JSON\.parse: |^JSON Parse error|JSON input/, 'invalid JSON'],
  [/^Unexpected token '?<'?$|^expected expression, got '<'/, 'HTML served as script'],
  [/circular structure to JSON|^cyclic object value|cannot serialize cyclic/, 'cyclic JSON'],
  [/^Maximum call stack size exceeded|^too much recursion/, 'stack overflow'],
  [/Minified React error #(\d+)/, (found) => `React error #${found[1]}`],
  [/^(?:signal is aborted|The operation was aborted|The user aborted|Fetch is aborted|AbortError|Aborted$)/, 'aborted'],
  [/^(?:signal|The operation) timed out|^The operation was aborted due to timeout/, 'timed out'],
  [/^ResizeObserver loop/, 'ResizeObserver loop'],
  [/^All promises were rejected|^No Promise in Promise\.any was resolved/, 'all promises rejected'],
  [/^unreachable$|^unreachable executed|^Unreachable code should not be executed/, 'wasm unreachable'],
  [/^memory access out of bounds|^index out of bounds|^Out of bounds memory access/, 'wasm out of bounds'],
  [/^invalid array length|^Array size is not a small enough/i, 'invalid array length'],
  [/exceeded the quota|quota has been exceeded|^QuotaExceededError/i, 'quota exceeded'],
  [/^Script error\.?$/, 'script error'],
]

const CHUNK =
  /dynamically imported module|Importing a module script failed|Loading (?:CSS )?chunk \S+ failed|Unable to preload CSS|^ChunkLoadError|Failed to load chunk/i

/** Safari says it in the language of the device; these are the sentences of its network stack that were met so far. */
const NETWORK =
  /^(?:Failed to fetch|NetworkError when attempting to fetch resource|Load failed|Network request failed|The network connection was lost|The Internet connection appears to be offline|cancelled|The request timed out|A server with the specified hostname could not be found|Die Netzwerkverbindung wurde unterbrochen|Es besteht anscheinend keine Verbindung zum Internet|Abgebrochen|La connexion réseau a été perdue|La connexion Internet semble interrompue|Se ha perdido la conexión de red|La connessione di rete è stata persa|ネットワーク接続が切れました|网络连接已中断)/i

const UNCAUGHT = /^(?:Uncaught |Unhandled )?(?:\(in promise\) ?)?(?:(\w*(?:Error|Exception)): )?/

const TYPES: Record<string, string> = { InternalError: 'RangeError', NetworkError: 'TypeError', 'DOMException [AbortError]': 'AbortError' }

export function canonical(type: string, message: string): Canonical {
  const line = firstLine(message)
  const prefix = /^(?:Uncaught|Unhandled) /.test(line) ? UNCAUGHT.exec(line) : null
  const text = prefix ? line.slice(prefix[0].length) : line
  const name = canonicalType(type || prefix?.[1] || '')
  if (name === 'ChunkLoadError' || CHUNK.test(text)) return { type: name, text: 'chunk', engine: true, weather: 'chunk' }
  if ((name === 'TypeError' || name === '') && NETWORK.test(text)) return { type: name, text: 'network', engine: true, weather: 'network' }
  for (const [pattern, words] of SENTENCES) {
    const found = pattern.exec(text)
    if (found) return { type: name, text: typeof words === 'string' ? words : words(found), engine: true, weather: null }
  }
  return { type: name, text: withoutValues(text), engine: false, weather: null }
}

/** "Uncaught StockError", "__main__.StockError" and "StockError" are one type. */
function canonicalType(type: string): string {
  const bare = type.replace(/^Uncaught /, '')
  return TYPES[bare] ?? bare.slice(bare.lastIndexOf('.') + 1)
}

function firstLine(message: string): string {
  const start = message.slice(0, 4 * MAX_TEXT).trim()
  return start.split('\n', 1)[0]?.trim() ?? ''
}

/** What differs from one occurrence to the next, most telling first, each replaced by its kind. */
const VALUES: [RegExp, string][] = [
  [/\b[a-z][\w+.-]{1,20}:\/\/[^\s"'<>)]+/gi, '<url>'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '<token>'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '<email>'],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '<time>'],
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi, '<uuid>'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, '<ip>'],
  [/(?<![\w:])(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4}(?![\w:])/gi, '<ip>'],
  [/"[^"]*"|'[^']*'|“[^”]*”|‘[^’]*’|„[^“]*“|«[^»]*»|`[^`]*`/g, '<text>'],
  [/\b0x[\da-f]+\b/gi, '<number>'],
  [/\b(?=[\da-f]*\d)[\da-f]{6,}\b/gi, '<number>'],
  [/[-+]?\b\d+(?:[.,]\d+)*(?:e[-+]?\d+)?/gi, '<number>'],
]

function withoutValues(text: string): string {
  let rest = text
  for (const [pattern, kind] of VALUES) rest = rest.replaceAll(pattern, kind)
  return rest.slice(0, MAX_TEXT)
}
