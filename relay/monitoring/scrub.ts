// Takes secrets out of texts before anything is logged or forwarded. One cheap test decides; the rules then do the work.
import { CARD_BEGINNING, hideCards, isCard } from './cards.ts'

export type Scrubber = {
  text: (text: string) => string
  /** True for attribute names whose whole value is a secret. */
  isSecretKey: (key: string) => boolean
  /** True for a number that is one of a payment card. */
  isSecretNumber: (value: string | number) => boolean
}
type Rule = (text: string) => string

export const SCRUBBED = '[scrubbed]'

/** What stands behind a name with this ending is a secret. Patterns, compared without regard to case. */
const SECRET_NAMES = [
  // Every parser of JavaScript says "Unexpected token".
  '(?<!unexpected )token',
  'secret',
  'password',
  'passwd',
  'passphrase',
  'pwd',
  '(?:api|access|secret|private|subscription)[-_. ]?key',
  'signature',
  'authorization',
  'credentials?',
  'cookie',
  'card[-_. ]?number',
  'cvc',
  'cvv',
]
/** Secrets in texts, but not as attributes: `session.id` is how occurrences of one visit are counted. */
const SESSION = 'session[-_]?id'
/** Secrets only where they name a value of a query or fragment; elsewhere they are everyday words. */
const QUERY_NAMES =
  'code|code_verifier|key|sig|hmac|state|nonce|auth|otp|pin|pass|sid|ticket|jwt|assertion|saml(?:request|response)|phpsessid|connect\\.sid'

const SCHEME = '(?:bearer|basic|digest|negotiate|token|apikey)'
/** Basic credentials are base64: a digit, `=`, or a capital behind a small letter. "Basic authentication" has none. */
const BASE64 = '(?=[a-z+/]{0,256}[a-z][A-Z]|[A-Za-z+/]{0,256}[\\d=])'
/** Bounds what one match may take. */
const LONGEST = 4096

/** Nothing shorter holds a name and a secret; most values are methods, statuses and numbers. */
const SHORTEST = 8

/** `names`: endings of further names whose values are secrets. `-`, `_`, `.` and a blank in them are one and the same. */
export function createScrubber(names: string[] = []): Scrubber {
  const further = names.map((name) => patternOf(name))
  const inTexts = [...SECRET_NAMES, SESSION, ...further].join('|')
  const suspicious = new RegExp(`bearer |basic |eyJ|://[^\\s/?#]*@|${CARD_BEGINNING}|${inTexts}|[?&#](?:${QUERY_NAMES})=`, 'i')
  const secretKey = new RegExp(`(?:${[...SECRET_NAMES, ...further].join('|')})$`, 'i')
  const rules = rulesFor(inTexts)
  return { text, isSecretKey: (key) => secretKey.test(key), isSecretNumber: (value) => isCard(String(value)) }

  function text(given: string): string {
    if (given.length < SHORTEST || !suspicious.test(given)) return given
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
    replacing(new RegExp(`(cookie\\s{0,4}:\\s{0,4})(?!\\[scrubbed\\])[\\w.-]{1,256}=[^\\r\\n"'\`)}]{1,${LONGEST}}`, 'gi'), `$1${SCRUBBED}`),
    replacing(namedValue(names), `$1$2$3$4$5${SCRUBBED}`),
    replacing(new RegExp(`([?&#](?:${QUERY_NAMES})=)(?!\\[scrubbed\\])[^&#\\s"'\`<>)]{1,${LONGEST}}`, 'gi'), `$1${SCRUBBED}`),
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

function patternOf(name: string): string {
  const words = name.split(/[-_. ]+/).map((word) => word.replaceAll(/[^\p{L}\d]/gu, String.raw`\$&`))
  return words.join('[-_. ]?')
}
