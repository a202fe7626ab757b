// Names whose values are secrets, as patterns for the regular expressions and for the prefilter.
import { ASCII_NAMES, WIDE_NAMES } from './names-of-languages.ts'
import { type Pattern, charactersOf, literal } from './secret-prefilter.ts'

/** What a code is for. Codes of errors and countries are no secrets. */
const CODES = split(`
  mfa 2fa otp totp sms tan pin login log-in sign-in verification verify recovery backup security auth
  authorization authentication authenticator access two-factor reset activation confirmation
  invitation invite one-time device user unlock pairing secret temporary scratch
`)
/** Endings of names whose values are secrets. `-` stands for any separator or none, in any case. */
export const SECRET_NAMES = [
  ...split(`
    token secret password passwd pswd sign-key passcode pwd api-key access-key secret-key private-key
    pass-word pass-phrase pass-key license-key licence-key activation-key subscription-key account-key
    auth-key signing-key encryption-key decryption-key validation-key
    master-key session-key ssh-key deploy-key recovery-key
    shared-key hmac-key signature authorization credential cookie card-number credit-card cvc cvv
    csrf xsrf phpsessid jsessionid sessid connect.sid remember-me code-verifier client-assertion
    security-answer secret-answer consumer-key server-key admin-key service-key service-role-key
    totp-seed otp-seed wallet-seed sess-id seed-phrase recovery-phrase backup-phrase mnemonic-phrase
    wallet-phrase identified-by
  `),
  ...CODES.map((use) => `${use}-code`),
  ...ASCII_NAMES,
  ...WIDE_NAMES,
]
/** Secrets in texts, but not as attributes: sessions are counted by `session.id`. */
export const SESSION = 'session-id'
/** Secrets only as keys of attributes and as quoted names of JSON: elsewhere they are common words. */
export const SHORT_NAMES = split('pass pin otp auth jwt pw sid mfa totp bearer psk')
/** Secrets at the end of a name of several words: `DB_PASS`, `dbPass`. */
const PARTS = split('pass pw pin otp jwt salt auth sid totp psk pat tok')
/** Before `pass` without a separator. */
const ACCOUNTS = 'db|sql|pg|user|root|admin|my|mail|email|smtp|imap|ftp|ssh|ldap|proxy|http|login|basic|auth'
/** Words before `pass` that make it a run or a ticket. */
const RUN = String.raw`(?:first|second|last|render|test|build|one|two|dry|boarding|final|by|pipe)`
/** By themselves, or as a part of a name: secrets if the value looks like one. */
const WEAK_NAMES =
  String.raw`(?<![a-z\d])(?:pass|pin|otp|pw|mfa|totp|tan|psk|jwt|bearer|salt|pepper|sid|seed|auth)` +
  String.raw`|(?<![a-z\d])(?:session|sess|webhook)` +
  String.raw`|(?<=[a-z\d][-_.])(?:session|sess|key|webhook)|(?<=[a-z])pass`
/** Before a `key` that is public, or names something. */
const NO_SECRET_KEY = String.raw`(?<!(?:public|publishable|primary|foreign|unique|cache|sort|partition|storage
  |row|object|index|map|react|lookup|idempotency|query|group|message|hash|range|shard|translation
  |i18n|host|item|search|flag|metric|dedup|event|hot|arrow|registry)[-_.]key)`.replaceAll(/\n\s*/g, '')
/** What may follow a name: `tokens`, `token1`, `password_confirmation`, `passwordHash`. */
const SUFFIXES = split(`
  confirm confirmation confirmed repeat repeated again retype verify verification hash hashed digest value
  text plain plaintext string new old current previous encrypted encoded base64 b64 raw input field header
  base hint neu alt nuevo nueva nouveau
`)
const SUFFIX = String.raw`s?(?:[-_. ]?(?:${SUFFIXES.join('|')})|[-_.]?\d{1,3}(?!\d)| \d(?=\s?[:=])){0,2}`
const TOKEN = 'token'
/** Every parser of JavaScript says "Unexpected token". */
const NOT_A_PARSER_TOKEN = '(?<!(?:unexpected|illegal) )'
/** Tokens that a language model reads and writes: attributes with their number. */
const LANGUAGE_MODEL = /^(?:gen_ai|llm)\b/i
const NOT_A_COUNT = '(?<!(?:input|output|max|min|total|prompt|completion|cached|reasoning|used)[-_. ]?)'

/** The names as alternatives of a regular expression, the longest first: `secret_key` before `secret`. */
export function alternatives(names: string[]): string {
  const others = treeOf(names.filter((name) => name !== TOKEN).map(unitsOf))
  return names.includes(TOKEN) ? `${others}|${NOT_A_PARSER_TOKEN}${TOKEN}` : others
}

/**
 * Names with the same beginning are one alternative: an expression tries each alternative at each character,
 * and there are 200 names.
 */
function treeOf(names: string[][]): string {
  const further = names.filter((units) => units.length > 0)
  const byFirst = Map.groupBy(further, ([first]) => first)
  const branches = [...byFirst].map(([first, list]) => `${first}${treeOf(list.map(([, ...rest]) => rest))}`)
  if (branches.length === 0) return ''
  if (names.length > further.length) return `(?:${branches.join('|')})?`
  return branches.length === 1 ? branches[0]! : `(?:${branches.join('|')})`
}

/** The names with their suffixes. */
export function withSuffixes(names: string[]): string {
  return String.raw`(?:${alternatives(names)})${SUFFIX}(?![a-z\d])`
}

/** Names in a text; those in the group `weak` need a value that looks like a secret. */
export function namePattern(names: string[]): RegExp {
  const quoted = `(?<=["'\`;27<])(?:${SHORT_NAMES.join('|')})(?=\\\\*["'\`&%]|\\\\u|>)`
  const weak = String.raw`(?<weak>(?:${WEAK_NAMES})(?![a-z\d]))${NO_SECRET_KEY}`
  const tuple = String.raw`auth(?=\s?[=:]\s?\()`
  return new RegExp([withSuffixes(names), quoted, compound(), tuple, weak].join('|'), 'gi')
}

/** `DB_PASS`, `dbPass`; with the flag `i`. */
function compound(): string {
  const parts = PARTS.join('|')
  const camelCase = parts.replaceAll(/\b[a-z]/g, (first) => first.toUpperCase())
  return (
    String.raw`(?:(?<!(?:^|[^a-z\d])${RUN}[-_. ]?)(?:(?<=[a-z\d][-_.]|(?<![\w])_)(?:${parts})` +
    String.raw`|(?-i:(?<=[a-z\d])(?:${camelCase})))|(?<=(?<![a-z\d])(?:${ACCOUNTS}))pass)(?![a-z\d])`
  )
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

/** Expressions for the characters and separators of a name. */
function unitsOf(name: string): string[] {
  return partsOf(name).flatMap((part, index) => [
    ...(index > 0 ? ['[-_. ]?'] : []),
    ...Array.from(part.toLowerCase(), (character) => character.replace(/[^\p{L}\p{M}\d]/u, String.raw`\$&`)),
  ])
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

const HEXADECIMAL = { characters: '0123456789abcdef', isOptional: false }

/** Short and weak names before what can separate them from a value. */
export function separatedPatterns(): Pattern[] {
  const before = { characters: charactersOf(/[^a-z]/i), isOptional: false }
  const end = { characters: `=:"'\`\\]%;<>|(\r\n`, isOptional: false }
  const blank = { characters: ' ', isOptional: true }
  const names = [...new Set([...PARTS, ...split('mfa tan session sess webhook bearer pepper seed')])]
  return [
    ...names.map((name) => [...literal(name), blank, end]),
    [{ characters: '-_.', isOptional: false }, ...literal('key'), blank, end],
    ...split('pass pin otp pw auth tan').map((name) => [before, ...literal(`${name} `)]),
    [...literal('session '), HEXADECIMAL, HEXADECIMAL, HEXADECIMAL],
  ]
}

function partsOf(name: string): string[] {
  return name.split(/[-_. ]+/)
}

function split(names: string): string[] {
  return names.trim().split(/\s+/)
}
