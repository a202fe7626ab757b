// What an exception says, in words that are the same whatever browser said it and whatever value it was about.
import { isMinified } from './function-key.ts'
import { sentenceOf } from './engine-messages.ts'
import { withoutValues } from './strip-values.ts'
import { weatherOf, type Weather } from './environment-failure.ts'

export type Canonical = {
  type: string
  text: string
  /** The engine chose the words, so the text alone says what is wrong and the place only where. */
  engine: boolean
  weather: Weather | null
}

/** Characters of a message that count. What follows is data. */
const MAX_TEXT = 200

/** What a browser's event, zone.js or a console puts before the message itself. */
const UNCAUGHT = /^(?:Uncaught|Unhandled)(?: promise rejection| rejection)?(?: \(in promise\))?:? /i

/** "TypeError: …" at the beginning of a message that is the type once more. */
const NAMED = /^((?:[A-Za-z_$][\w$]*)?(?:Error|Exception|Rejection)): /

/** Types that say only that something was thrown: a name at the beginning of the message knows better. */
const VAGUE = new Set([
  '',
  'Error',
  'ErrorEvent',
  'UnhandledRejection',
  'UnhandledPromiseRejection',
  'DOMException',
])

/** One thing under several names. */
const TYPES: Record<string, string> = {
  InternalError: 'RangeError',
  NetworkError: 'TypeError',
  NS_ERROR_DOM_QUOTA_REACHED: 'QuotaExceededError',
  QUOTA_EXCEEDED_ERR: 'QuotaExceededError',
  NS_ERROR_FAILURE: 'Error',
}

export function canonical(given: string, message: string): Canonical {
  const { type, text } = unwrapped(canonicalType(given), firstLine(message))
  const weather = weatherOf(type, text)
  if (weather) return { type, text: weather, engine: true, weather }
  const sentence = sentenceOf(type, text)
  if (sentence !== null) return { type, text: sentence, engine: true, weather: null }
  return { type, text: withoutValues(text).slice(0, MAX_TEXT), engine: false, weather: null }
}

function unwrapped(type: string, line: string): { type: string; text: string } {
  const text = line.replace(UNCAUGHT, '')
  const name = canonicalType(NAMED.exec(text)?.[1] ?? '')
  if (name === '' || (name !== type && !VAGUE.has(type))) return { type: type || 'Error', text }
  return { type: name, text: text.replace(NAMED, '') }
}

/** "Uncaught StockError", "__main__.StockError", "TypeError [ERR_INVALID_ARG]" and "DOMException [AbortError]" by the name that tells. */
function canonicalType(type: string): string {
  const bare = type
    .trim()
    .replace(/^Uncaught /, '')
    .replace(/^DOMException \[(\w+)\]$/, '$1')
    .replace(/ ?\[\w+\]$/, '')
    .replace(/:$/, '')
  const name = bare.slice(bare.lastIndexOf('.') + 1)
  // A minifier's name of a class is another one with the next deploy.
  return TYPES[name] ?? (name !== '' && isMinified(name) ? 'Error' : name)
}

/** The first line that holds a word: what libraries of validation say begins with a bracket of JSON. */
function firstLine(message: string): string {
  const lines = message.slice(0, 4 * MAX_TEXT).split('\n')
  return (lines.find((line) => /\p{L}/u.test(line)) ?? lines[0] ?? '').trim()
}
