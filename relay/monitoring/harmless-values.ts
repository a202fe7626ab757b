// Values behind the name of a secret that are none: "token: expired", "password: must contain a digit",
// `null`, placeholders.
import { matchEnd } from './match-end.ts'

/** A sentence or a status behind a name starts with one of these. */
const DIAGNOSTIC_WORDS = new Set(
  `
  absent accepted after already ambiguous and are argument as at authentication authorization available bad been before blocked but by can cannot
  canceled cancelled changed characters check cleared contain contains cookie cookies corrupt could credentials declined decoding
  deleted denied deprecated did disabled does duplicate empty enabled encoded enter err error exceeded exceeds exist
  exists expected expired expires expiry fail failed failure fetch field file for forbidden format from generated
  flag had has have header httponly if ignored illegal in include incomplete incorrect instead insufficient invalid is issued issuer
  length less limit loading lost malformed match matched matches maximum may minimum mismatch mismatched missing
  mixed more must need needed needs never no none not nothing of ok omit only option optional or out parameter parse parsing password
  pending permission please present provided quota read received refresh refreshed refused rejected removed
  renewed request required requires reset response revoked rotated rotation same samesite secure sent server
  session set should signature size some stale stored strength syntax third timed timeout to token tokens too type unable
  unauthorized unavailable undefined unexpected unknown unreadable unrecognized unset unsupported unverified
  update updated used user valid validation value verification verified via was weak were when while will with without wrong
  any array await async boolean bigint function number object string symbol typeof unknown void
  `
    .trim()
    .split(/\s+/),
)
/** A word as such: with its end, which may be a mark of punctuation. */
const WORD_END = String.raw`(?=[.,;:!?|]?(?:[\s"'${'`'})\]}<&\\]|$))`
const WORD = new RegExp(
  String.raw`(?:(?:the|this|that|your|it|an?) )?([a-z]{2,20}?)(?:(n['’]t)|(?:[-_][a-z]{1,20}){1,4})?${WORD_END}`,
  'iy',
)
/** Small letters and a blank: no credential has either, but a passphrase has both. */
const SMALL_WORDS = new RegExp(String.raw`[a-z]{1,12}(?:-[a-z]{1,12})?,? [a-z]{1,16}${WORD_END}`, 'y')
const NO_VALUE = new RegExp(
  [
    String.raw`(?:samesite=\w{1,6}|null|undefined|true|false|nil|nan|n/a|\.{3}|…|\*{3,}|•+|x{3,}|%[sdo]`,
    String.raw`|[[<(](?:object \w+|redacted|filtered|hidden|masked|removed|omitted|censored|circular|function|blocked)[\])>]`,
    String.raw`|<[a-z][a-z_ -]{0,32}>|\$\{?[a-z_]{1,32}\}?|\{\{? ?[a-z_.]{1,32} ?\}?\}`,
    String.raw`|(?:process|import\.meta)\.env\.\w{1,64})(?![\w-])`,
  ].join(''),
  'iy',
)
const SCRUBBED_VALUE = /\[scrubbed\]/y
const QUANTITY = /\d{1,4} (?:characters?|chars?|bytes?|bits?|seconds?|minutes?|hours?|days?|attempts?|of)\b/y
/** Line and column behind the name of a file. */
const POSITION = /\d{1,9}:\d{1,9}(?!\d)/y
const COUNT = /\d{1,7}(?![\w.-])/y
/** A status, or 0: no token is as short. */
const STATUS = /\d{1,3}(?![\w.-])/y

/** The rest of a line without digits and signs: no credentials. */
const ONLY_WORDS = /[a-z ,.'’()-]{0,256}(?=[\r\n"\\<]|$)/iy

/**
 * `isSentence`: whether words of small letters are a sentence, and not a passphrase. `isLine`: whether the
 * value is the rest of the line.
 */
export type ValueContext = { name: string; isQuoted: boolean; isSentence: boolean; isLine: boolean }

/** Reads a bounded part of the value only. */
export function isHarmless(text: string, at: number, context: ValueContext): boolean {
  const { name, isQuoted, isSentence, isLine } = context
  if (matches(SCRUBBED_VALUE, text, at) || matches(NO_VALUE, text, at)) return true
  if (isDiagnostic(text, at) && (!isLine || matches(ONLY_WORDS, text, at))) return true
  if (isQuoted || isLine) return false
  const isCount = /s$/i.test(name) && matches(COUNT, text, at)
  const isText = isSentence && (matches(SMALL_WORDS, text, at) || matches(STATUS, text, at))
  return isCount || isText || matches(QUANTITY, text, at) || matches(POSITION, text, at)
}

function isDiagnostic(text: string, at: number): boolean {
  WORD.lastIndex = at
  const [, word = '', negation] = WORD.exec(text) ?? []
  return negation !== undefined || DIAGNOSTIC_WORDS.has(word.toLowerCase())
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  return matchEnd(pattern, text, at) !== undefined
}
