// Takes secrets out of texts before anything is logged or forwarded. One cheap test decides; the rules then do the work.
import { Automaton, type Pattern, literally } from './automaton.ts'
import { CARD_BEGINNING, SMALLEST_CARD, hideCards, isCard } from './cards.ts'

export type Scrubber = {
  text: (text: string) => string
  /** True for attribute names whose whole value is a secret. */
  isSecretKey: (key: string) => boolean
  /** True for a number that is one of a payment card. */
  isSecretNumber: (value: string | number) => boolean
  /** Whether bytes of a text, or of a key, have to be looked at closely at all. */
  suspicion: Automaton
  keySuspicion: Automaton
}
type Rule = (text: string) => string

export const SCRUBBED = '[scrubbed]'

/** What stands behind a name with this ending is a secret. A `-` is any joint of words or none; capitals make no difference. */
const SECRET_NAMES = [
  'token',
  'secret',
  'password',
  'passwd',
  'passphrase',
  'pwd',
  'api-key',
  'access-key',
  'secret-key',
  'private-key',
  'subscription-key',
  'signature',
  'authorization',
  'credential',
  'credentials',
  'cookie',
  'card-number',
  'cvc',
  'cvv',
]
/** Secrets in texts, but not as attributes: `session.id` is how occurrences of one visit are counted. */
const SESSION = 'session-id'
/** Secrets only where they name a value of a query or fragment; elsewhere they are everyday words. */
const QUERY_NAMES =
  'code code_verifier key sig hmac state nonce auth otp pin pass sid ticket jwt assertion samlrequest samlresponse phpsessid connect.sid'.split(
    ' ',
  )
const QUERY_NAME = QUERY_NAMES.join('|').replaceAll('.', String.raw`\.`)

const SCHEME = '(?:bearer|basic|digest|negotiate|token|apikey)'
/** Basic credentials are base64: a digit, `=`, or a capital behind a small letter. "Basic authentication" has none. */
const BASE64 = '(?=[a-z+/]{0,256}[a-z][A-Z]|[A-Za-z+/]{0,256}[\\d=])'
/** Every parser of JavaScript says "Unexpected token". */
const NO_TOKEN_OF_A_PARSER = '(?<!unexpected )'
/** Attributes that the door itself has to look at: a claimed address, and what makes an item an exception. */
const RESERVED_KEYS = ['client.address', 'exception.']
/** Bounds what one match may take. */
const LONGEST = 4096

/** Nothing shorter holds a name and a secret; most values are methods, statuses and numbers. */
const SHORTEST = 8

/** `names`: endings of further names whose values are secrets. `-`, `_`, `.` and a blank in them are one and the same. */
export function createScrubber(names: string[] = []): Scrubber {
  const inTexts = [...SECRET_NAMES, SESSION, ...names]
  const inKeys = [...SECRET_NAMES, ...names]
  const secretKey = new RegExp(`(?:${alternatives(inKeys)})$`, 'i')
  const rules = rulesFor(alternatives(inTexts))
  const suspicion = new Automaton([
    ...inTexts.map((name) => joined(name)),
    ...QUERY_NAMES.map((name) => literally(`${name}=`)),
    ...['bearer ', 'basic ', 'eyj', '@'].map((text) => literally(text)),
    CARD_BEGINNING,
  ])
  const keySuspicion = new Automaton([
    ...inKeys.map((name) => joined(name)),
    ...RESERVED_KEYS.map((key) => literally(key)),
  ])
  const suspicious = new RegExp(
    `bearer |basic |eyJ|://[^\\s/?#]*@|\\d{4}[ -]?\\d{4}|${alternatives(inTexts)}|[?&#](?:${QUERY_NAME})=`,
    'i',
  )
  return {
    text,
    isSecretKey: (key) => keySuspicion.inText(key) && secretKey.test(key),
    isSecretNumber: (value) => (typeof value === 'string' || value >= SMALLEST_CARD) && isCard(String(value)),
    suspicion,
    keySuspicion,
  }

  function text(given: string): string {
    if (given.length < SHORTEST || !suspicion.inText(given) || !suspicious.test(given)) return given
    let clean = given
    for (const rule of rules) clean = rule(clean)
    return clean
  }
}

/** Each takes time in proportion to the text: no rule can begin again inside what it has already passed over. */
function rulesFor(names: string): Rule[] {
  return [
    replacing(/\b(bearer)\s+[\w.~+/=-]{8,}/gi, `$1 ${SCRUBBED}`),
    replacing(new RegExp(`\\b([Bb]asic|BASIC)\\s+${BASE64}[\\w+/=-]{4,}`, 'g'), `$1 ${SCRUBBED}`),
    // A lookbehind, not a word boundary: that one takes quadratic time on eyJa-eyJa-eyJa-…
    replacing(/(?<![\w-])eyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*){0,3}/g, SCRUBBED),
    // A header of cookies goes on behind the first of them.
    replacing(
      new RegExp(
        `(cookie\\s{0,4}:\\s{0,4})(?!\\[scrubbed\\])[\\w.-]{1,256}=[^\\r\\n"'\`)}]{1,${LONGEST}}`,
        'gi',
      ),
      `$1${SCRUBBED}`,
    ),
    replacing(namedValue(names), `$1$2$3$4$5${SCRUBBED}`),
    replacing(
      new RegExp(`([?&#](?:${QUERY_NAME})=)(?!\\[scrubbed\\])[^&#\\s"'\`<>)]{1,${LONGEST}}`, 'gi'),
      `$1${SCRUBBED}`,
    ),
    // User and password of a URL. Firefox writes fn@https://…, which has the @ in front.
    replacing(/(:\/\/)(?!\[scrubbed\])[^\s/?#"'`<>]{1,1024}@/g, `$1${SCRUBBED}@`),
    (text) => hideCards(text, SCRUBBED),
  ]
}

/**
 * `name=value`, `name: value`, `"name":"value"`, also escaped once more or for a URL. Not values that say that there is none,
 * and not line and column behind the name of a file.
 */
function namedValue(names: string): RegExp {
  const named = String.raw`(?:${names})\\{0,3}["'${'`'}]?\s{0,4}(?:[=:]|%3d)\s{0,4}`
  const scheme = String.raw`(?:${SCHEME}\s{1,4})?`
  const secret = String.raw`(?!\[scrubbed\]|${SCHEME}\s|(?:null|undefined|true|false)\b|\d{1,9}:\d{1,9}(?!\d))`
  const values = [
    String.raw`(\\{1,3}"${scheme})${secret}[^"\\\r\n]{1,${LONGEST}}`,
    String.raw`("${scheme})${secret}(?:[^"\\\r\n]|\\.){1,${LONGEST}}`,
    String.raw`('${scheme})${secret}(?:[^'\\\r\n]|\\.){1,${LONGEST}}`,
    String.raw`(${scheme})${secret}(?!\\{1,3}")[^\s"'&,;})]{1,${LONGEST}}`,
  ]
  return new RegExp(`(${named})(?:${values.join('|')})`, 'gi')
}

function replacing(pattern: RegExp, replacement: string): Rule {
  return (text) => text.replace(pattern, replacement)
}

function alternatives(names: string[]): string {
  return names.map((name) => (name === 'token' ? NO_TOKEN_OF_A_PARSER : '') + patternOf(name)).join('|')
}

function patternOf(name: string): string {
  return wordsOf(name)
    .map((word) => word.replaceAll(/[^\p{L}\d]/gu, String.raw`\$&`))
    .join('[-_. ]?')
}

/** The same for the automaton. */
function joined(name: string): Pattern {
  const [first = '', ...further] = wordsOf(name)
  return [
    ...literally(first),
    ...further.flatMap((word) => [{ characters: '-_. ', optional: true }, ...literally(word)]),
  ]
}

function wordsOf(name: string): string[] {
  return name.split(/[-_. ]+/)
}
