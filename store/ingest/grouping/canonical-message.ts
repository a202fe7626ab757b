// The message of an exception in a form that is the same in every browser and for every value.
import { isMinified } from './function-key.ts'
import { engineMessage } from './engine-messages.ts'
import { environmentFailure, type EnvironmentFailure } from './environment-failure.ts'
import { responseFailure } from './response-failure.ts'
import { stripValues } from './strip-values.ts'

export type CanonicalMessage = {
  type: string
  text: string
  /** The engine wrote the message: the text alone identifies the failure. */
  isEngineMessage: boolean
  failure: EnvironmentFailure | null
}

/** Characters of a message that are compared. What follows is data. */
const MAX_LENGTH = 200

/** What events of browsers, zone.js and consoles add in front of the message. */
const UNCAUGHT = /^(?:Uncaught|Unhandled)(?: promise rejection| rejection)?(?: \(in promise\))?:? /i

/** Of Sentry's SDKs: a rejection with a value that is no error. */
const REJECTED_VALUE = /^Non-Error promise rejection captured with value: (.*)$/

/** A message that begins with the type: "TypeError: …". */
const TYPE_PREFIX = /^((?:[A-Za-z_$][\w$]*)?(?:Error|Exception|Rejection)): /

/** Types that only mean that something was thrown: a type at the start of the message is more exact. */
const GENERIC_TYPES = new Set([
  '',
  'Error',
  'ErrorEvent',
  'UnhandledRejection',
  'UnhandledPromiseRejection',
  'DOMException',
])

/** Of thrown values that are no errors: our SDK has `typeof`, others have `Error`. */
const PRIMITIVE = /^(?:string|number|bigint|boolean|symbol|undefined|object)$/

/** Messages that have the same type in all engines. */
const MESSAGE_TYPES: [message: RegExp, type: string][] = [
  [/ is not defined$|^access before initialization$|^super not called$/, 'ReferenceError'],
  [/^invalid JSON$|^HTML served as script$|^script (?:with|that)|^no export/, 'SyntaxError'],
  [/^stack overflow$|^invalid (?:array|count|date)|^number of digits/, 'RangeError'],
  [/^malformed URI$/, 'URIError'],
  [/^nullish |is not a (?:function|constructor)$|^not iterable$|^in of|^instanceof of/, 'TypeError'],
  [/^class without new$|^assignment to constant$|^object (?:is not extensible|as text)$/, 'TypeError'],
]

/** Other names of the same type. */
const SYNONYMS = new Map([
  ['InternalError', 'RangeError'],
  ['NetworkError', 'TypeError'],
  ['NS_ERROR_DOM_QUOTA_REACHED', 'QuotaExceededError'],
  ['QUOTA_EXCEEDED_ERR', 'QuotaExceededError'],
  ['NS_ERROR_FAILURE', 'Error'],
])

export function canonicalMessage(exceptionType: string, message: string): CanonicalMessage {
  const [, value] = REJECTED_VALUE.exec(firstLine(message)) ?? []
  if (value !== undefined) return canonicalMessage('', value)
  const { type, text } = removePrefixes(canonicalType(exceptionType), firstLine(message))
  const failure = environmentFailure(type, text)
  if (failure) return { type, text: failure, isEngineMessage: true, failure }
  const response = responseFailure(type, text)
  if (response !== null) return { type, text: response, isEngineMessage: false, failure: null }
  const engineText = engineMessage(type, text)
  if (engineText !== null)
    return { type: typeOfMessage(type, engineText), text: engineText, isEngineMessage: true, failure: null }
  return { type, text: stripValues(text).slice(0, MAX_LENGTH), isEngineMessage: false, failure: null }
}

/** Some senders know no type, as listeners of the console and older browsers. */
function typeOfMessage(type: string, message: string): string {
  if (!GENERIC_TYPES.has(type)) return type
  return MESSAGE_TYPES.find(([expression]) => expression.test(message))?.[1] ?? type
}

function removePrefixes(type: string, line: string): { type: string; text: string } {
  const text = line.replace(UNCAUGHT, '')
  const name = canonicalType(TYPE_PREFIX.exec(text)?.[1] ?? '')
  if (name === '' || (name !== type && !GENERIC_TYPES.has(type))) return { type: type || 'Error', text }
  return { type: name, text: text.replace(TYPE_PREFIX, '') }
}

/** "StockError" of "Uncaught StockError" and "__main__.StockError"; also of "DOMException [StockError]". */
function canonicalType(type: string): string {
  const cleaned = type
    .trim()
    .replace(/^Uncaught /, '')
    .replace(/^DOMException \[(\w+)\]$/, '$1')
    .replace(/ ?\[\w+\]$/, '')
    .replace(/:$/, '')
  const name = cleaned.slice(cleaned.lastIndexOf('.') + 1)
  if (PRIMITIVE.test(name)) return 'Error'
  // A minifier gives a class another name in the next deploy.
  return SYNONYMS.get(name) ?? (name !== '' && isMinified(name) ? 'Error' : name)
}

/** The first line with a letter: messages of validation libraries begin with a bracket of JSON. */
function firstLine(message: string): string {
  const lines = message.slice(0, 4 * MAX_LENGTH).split('\n')
  return (lines.find((line) => /\p{L}/u.test(line)) ?? lines[0] ?? '').trim()
}
