// Values that look like secrets but are messages ("token: expired", "password: must contain a digit") or
// placeholders (`null`).
import { matchEnd } from './match-end.ts'
import { MESSAGE_WORDS as WORDS_OF_LANGUAGES } from './names-of-languages.ts'

/** A message behind a name starts with one of these. */
const MESSAGE_WORDS = wordsOf(`
  aborted absent accepted after already ambiguous and are as at available await bad been before
  blocked but by can canceled cancelled cannot changed checking cleared contact contain contains
  copied corrupt could created declined decoding default deleted denied deprecated did disabled does
  duplicate empty enabled encoded enter err error exceeded exceeds exist exists expected expired
  expires expiry fail failed failure fetch for forbidden from generated had has have hidden if
  ignored illegal in include incomplete incorrect instead insufficient invalid is issued less limit
  loaded loading lost malformed matched matches maximum may minimum mismatch mismatched missing more
  must need needed needs never no none not nothing of ok omit only optional or out parse parsing
  pending please present provided received refresh refreshed refused rejected removed renewed
  required requires reset revoked rotated saved see sent should stored timed timeout to too try
  typeof unable unbound unauthorized unavailable undefined unexpected unknown unreadable unrecognized unset
  unsupported unverified update updated updating used using valid verified via visible was were when
  while will with without wrong yes done denotes off on left is skipped ${WORDS_OF_LANGUAGES.join(' ')}
`)
/** Messages by themselves, or before another word of a message: "string", "value too long". */
const MESSAGE_NOUNS = wordsOf(`
  access account algorithm any api argument array assertion async authentication authorization
  bigint boolean browser characters check client config configuration connection cookie cookies
  credentials database email field file flag format function header httponly internal issuer length
  login logout match mixed network number object option parameter password permission policy quota
  rate read request response rotation same samesite secure security server session set signature
  size some stale storage strength string strong symbol syntax third token tokens type user
  validation value verification void weak
`)
/** A word as such: with its end, which may be a mark of punctuation. */
const WORD_END = String.raw`(?=[.,;:!?|]?(?:[\s"'${'`'})\]}<&\\]|$))`
const WORD = new RegExp(
  String.raw`(?:(?:the|this|that|your|you|we|it|an?) )?(\p{L}{2,20}?)(n['’]t)?${WORD_END}`,
  'iuy',
)
/** `invalid_type`, `same-origin` */
const STATUS_CODE = new RegExp(
  String.raw`(?:err|invalid|missing|no|non|not|read|same|too|unsupported)[-_][a-z]{2,20}` +
    String.raw`(?:_[a-z]{1,20}){0,3}${WORD_END}`,
  'iy',
)
/** Small letters and a blank: no credential has either, but a passphrase has both. */
const SMALL_WORDS = new RegExp(String.raw`[a-z]{1,12}(?:-[a-z]{1,12})?,? [a-z]{1,16}${WORD_END}`, 'y')
const NO_VALUE = new RegExp(
  [
    String.raw`(?:samesite=\w{1,6}|null|undefined|true|false|nil|nan|n/a|[a-z]{0,24}error`,
    String.raw`|\.{3}|…|\*{3,}|•+|x{3,}|%[sdo]`,
    String.raw`|[[<(](?:object \w+|redacted|filtered|hidden|masked|removed|omitted|censored)[\])>]`,
    String.raw`|[[<(](?:circular|function|blocked)[\])>]`,
    String.raw`|\$\{\{[^{}]{1,64}\}\}|%env\([^()]{1,64}\)%`,
    String.raw`|\{\s{0,8}\w{1,32}\??: ?(?:string|number|boolean|unknown|bigint)\b[^{}]{0,256}\}?`,
    String.raw`|(?:[x*•]{4}[ -]?){2,3}\d{4}`,
    String.raw`|(?:promise|array|record|map|set|partial|readonly|optional)<[\w<>|[\], ]{1,64}`,
    String.raw`|<[a-z][a-z_ -]{0,32}>|\$\{?[a-z_]{1,32}\}?|\{\{? ?[a-z_.]{1,32} ?\}?\}`,
    String.raw`|(?:process|import\.meta)\.env\.\w{1,64})(?![\w-])`,
  ].join(''),
  'iy',
)
/** An expression of a program: `form.get('x')`, `props.token`, `await f()`. */
const EXPRESSION = new RegExp(
  [
    String.raw`(?:await|new|typeof|yield|async) [a-z_$]|(?:process|import\.meta)\.env\b`,
    String.raw`|[a-z_$][\w$]{0,40}(?:\??\.[a-z_$][\w$]{0,40}){0,5}\(`,
    String.raw`|(?:props|state|this|self|req|request|config|params|data|form|user|session|options|ctx`,
    String.raw`|context|event|input|body|args|window|localstorage|document|settings|env)`,
    String.raw`(?:\??\.[a-z_$][a-z_$]{0,40}){1,5}(?![\w-])`,
  ].join(''),
  'iy',
)
/** Between two words. */
const GAP = /[.,:]?(?: \|)? (?=\S)/iy
const SCRUBBED_VALUE = /\[scrubbed\]/y
/** `8 characters`, `401 Unauthorized`, `401` */
const QUANTITY = /\d{1,4} (?:characters?|chars?|bytes?|bits?|seconds?|minutes?|hours?|days?|attempts?|of)\b/y
const STATUS_LINE = /[1-5]\d\d [A-Z][a-z]{3,16}\b/y
/** Line and column behind the name of a file. */
const POSITION = /\d{1,9}:\d{1,9}(?!\d)/y
const COUNT = /\d{1,7}(?![\w.-])/y
/** A status, or 0: no token is as short. */
const STATUS = /\d{1,3}(?![\w.-])/y

/** The rest of a line without digits and signs: no credentials. */
const ONLY_WORDS = /[a-z ,.'’()|-]{0,256};?(?=[\r\n"\\<]|$)/iy

/**
 * `isSentence`: whether words of small letters are a sentence, and not a passphrase. `isLine`: whether the
 * value is the rest of the line.
 */
export type ValueContext = { name: string; isQuoted: boolean; isSentence: boolean; isLine: boolean }

/** Reads a bounded part of the value only. */
export function isHarmless(text: string, at: number, context: ValueContext): boolean {
  const { name, isQuoted, isSentence, isLine } = context
  if (matches(SCRUBBED_VALUE, text, at) || matches(NO_VALUE, text, at)) return true
  if (isMessage(text, at) && (!isLine || matches(ONLY_WORDS, text, at))) return true
  if (isQuoted || isLine) return false
  if (matches(EXPRESSION, text, at)) return true
  const count = /codes$|^pass$/i.test(name) ? STATUS : COUNT
  const isCount = /[^s]s$|^pass$/i.test(name) && matches(count, text, at)
  const isText = isSentence && (matches(SMALL_WORDS, text, at) || matches(STATUS, text, at))
  return (
    isCount ||
    isText ||
    matches(QUANTITY, text, at) ||
    matches(STATUS_LINE, text, at) ||
    matches(POSITION, text, at)
  )
}

/** For a word alone. */
export function isHarmlessWord(word: string): boolean {
  return isMessage(word, 0) || matches(NO_VALUE, word, 0)
}

function isMessage(text: string, at: number): boolean {
  if (matches(STATUS_CODE, text, at)) return true
  const { word, negation, end } = wordAt(text, at)
  if (negation !== undefined || MESSAGE_WORDS.has(word)) return true
  if (!MESSAGE_NOUNS.has(word)) return false
  const next = matchEnd(GAP, text, end)
  if (next === undefined || /[^\p{L}\d]/u.test(text[next]!)) return true
  const { word: second } = wordAt(text, next)
  return MESSAGE_WORDS.has(second) || MESSAGE_NOUNS.has(second)
}

function wordAt(text: string, at: number): { word: string; negation: string | undefined; end: number } {
  WORD.lastIndex = at
  const [, word = '', negation] = WORD.exec(text) ?? []
  return { word: word.toLowerCase(), negation, end: WORD.lastIndex }
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  return matchEnd(pattern, text, at) !== undefined
}

function wordsOf(text: string): Set<string> {
  return new Set(text.trim().split(/\s+/))
}
