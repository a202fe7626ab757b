// Names whose values are secrets, as patterns for the regular expressions and for the prefilter.
import { type Pattern, literal } from './secret-prefilter.ts'

/** Endings of names whose values are secrets. `-` stands for any separator or none, in any case. */
export const SECRET_NAMES = split(`
  token secret password passwd passphrase passcode pwd api-key access-key secret-key private-key
  subscription-key account-key auth-key signing-key encryption-key master-key session-key signature
  authorization credential cookie card-number credit-card cvc cvv
`)
/** Secrets in texts, but not as attributes: sessions are counted by `session.id`. */
export const SESSION = 'session-id'
/** Secrets only as keys of attributes and as quoted names of JSON: elsewhere they are common words. */
export const SHORT_NAMES = split('pass pin otp auth jwt')
/** What may follow a name: `tokens`, `token1`, `password_confirmation`, `passwordHash`. */
const SUFFIXES = split(`
  confirm confirmation confirmed repeat repeated again retype verify verification hash hashed digest value
  text plain plaintext string new old current previous encrypted encoded base64 b64 raw input field header
  base
`)
const SUFFIX = String.raw`s?(?:[-_. ]?(?:${SUFFIXES.join('|')}|\d{1,3})){0,2}`
/** Every parser of JavaScript says "Unexpected token". */
const NOT_A_PARSER_TOKEN = '(?<!(?:unexpected|illegal) )'
/** Tokens that a language model reads and writes: attributes with their number. */
const LANGUAGE_MODEL = /^(?:gen_ai|llm)\b/i
const NOT_A_COUNT = '(?<!(?:input|output|max|min|total|prompt|completion|cached|reasoning|used)[-_. ]?)'

/** The names as alternatives of a regular expression, the longest first: `secret_key` before `secret`. */
export function alternatives(names: string[]): string {
  const longestFirst = names.toSorted((a, b) => b.length - a.length)
  return longestFirst.map((name) => (name === 'token' ? NOT_A_PARSER_TOKEN : '') + patternOf(name)).join('|')
}

/** The names with their suffixes. */
export function withSuffixes(names: string[]): string {
  return String.raw`(?:${alternatives(names)})${SUFFIX}(?![a-z\d])`
}

/** Tests keys of attributes. `passKey` and `user_pin` are secrets, `spin` is not. */
export function secretKeyTest(names: string[]): (key: string) => boolean {
  const short = SHORT_NAMES.join('|')
  const tokens = String.raw`${NOT_A_COUNT}tokens`
  const long = alternatives(names.filter((name) => name !== 'token'))
  const ending = new RegExp(`(?:${tokens}|(?:token(?!s)|${long})${SUFFIX})\\s*$`, 'i')
  const word = new RegExp(`(?:^|[^a-z])(?:${short})\\s*$`, 'i')
  const camelCase = new RegExp(
    `[a-z](?:${short.replaceAll(/\b[a-z]/g, (first) => first.toUpperCase())})\\s*$`,
  )
  return (key) => (ending.test(key) && !LANGUAGE_MODEL.test(key)) || word.test(key) || camelCase.test(key)
}

function patternOf(name: string): string {
  return partsOf(name)
    .map((part) => part.replaceAll(/[^\p{L}\d]/gu, String.raw`\$&`))
    .join('[-_. ]?')
}

/** The same for the prefilter. */
export function prefilterPattern(name: string): Pattern {
  const [first = '', ...further] = partsOf(name)
  return [
    ...literal(first),
    ...further.flatMap((part) => [{ characters: '-_. ', isOptional: true }, ...literal(part)]),
  ]
}

/** A short name between quotes, also escaped ones, entities and encoded ones. */
export function quotedPattern(name: string): Pattern {
  return [
    { characters: '"\'`;27', isOptional: false },
    ...literal(name),
    { characters: '"\'`&%\\', isOptional: false },
  ]
}

function partsOf(name: string): string[] {
  return name.split(/[-_. ]+/)
}

function split(names: string): string[] {
  return names.trim().split(/\s+/)
}
