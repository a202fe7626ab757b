// Replaces secrets in texts before they are logged or forwarded. A prefilter finds texts that may hold one.
import {
  CARD_START,
  MIN_CARD_DIGITS,
  MIN_CARD_NUMBER,
  hideCardNumbers,
  isCardNumber,
} from './card-numbers.ts'
import { CLIENT_ADDRESS } from './client-address.ts'
import { QUERY_NAMES, SECRET_NAMES, SESSION, alternatives, prefilterPattern } from './secret-names.ts'
import { Prefilter, literal } from './secret-prefilter.ts'

export type Scrubber = {
  text: (text: string) => string
  /** True for attribute keys whose value is a secret, whatever it is. */
  isSecretKey: (key: string) => boolean
  /** True for the number of a payment card. */
  isSecretNumber: (value: string | number) => boolean
  /** Matches all texts that `text` would change. */
  prefilter: Prefilter
  /** Matches all secret keys, and `client.address`. */
  keyPrefilter: Prefilter
}
type Rule = (text: string) => string

export const SCRUBBED = '[scrubbed]'

const QUERY_NAME = QUERY_NAMES.join('|').replaceAll('.', String.raw`\.`)

const NO_VALUE = '(?:null|undefined|true|false)'
const SCHEME = '(?:bearer|basic|digest|negotiate|token|apikey)'
/** Base64: a digit, `=`, or a capital after a small letter, which "Basic authentication" has not. */
const BASE64 = '(?=[a-z+/]{0,256}[a-z][A-Z]|[A-Za-z+/]{0,256}[\\d=])'
/** Characters of one match. */
const MAX_SECRET = 4096

/** Shorter texts cannot hold a name and a secret; most values are methods, statuses and numbers. */
const MIN_LENGTH = 8

/** `names`: further endings of names of secrets. `-`, `_`, `.` and a blank in them mean the same. */
export function createScrubber(names: string[] = []): Scrubber {
  const inTexts = [...SECRET_NAMES, SESSION, ...names]
  const inKeys = [...SECRET_NAMES, ...names]
  const secretKey = new RegExp(`(?:${alternatives(inKeys)})$`, 'i')
  const rules = rulesFor(alternatives(inTexts))
  const prefilter = new Prefilter([
    ...inTexts.map((name) => prefilterPattern(name)),
    ...QUERY_NAMES.map((name) => literal(`${name}=`)),
    ...['bearer ', 'basic ', 'eyj', '@'].map((text) => literal(text)),
    CARD_START,
  ])
  const keyPrefilter = new Prefilter([
    ...inKeys.map((name) => prefilterPattern(name)),
    literal(CLIENT_ADDRESS),
  ])
  const candidates = new RegExp(
    `bearer |basic |eyJ|://[^\\s/?#]*@|\\d{4}[ -]?\\d{4}|${alternatives(inTexts)}|[?&#](?:${QUERY_NAME})=`,
    'i',
  )
  return {
    text,
    isSecretKey: (key) => keyPrefilter.matchesText(key) && secretKey.test(key),
    isSecretNumber: (value) =>
      (typeof value === 'string' ? value.length >= MIN_CARD_DIGITS : value >= MIN_CARD_NUMBER) &&
      isCardNumber(String(value)),
    prefilter,
    keyPrefilter,
  }

  function text(text: string): string {
    if (text.length < MIN_LENGTH || !prefilter.matchesText(text) || !candidates.test(text)) return text
    return rules.reduce((scrubbed, rule) => rule(scrubbed), text)
  }
}

/** Each takes linear time: no rule can start again inside what it has already passed. */
function rulesFor(names: string): Rule[] {
  return [
    replacing(/\b(bearer)\s+[\w.~+/=-]{8,}/gi, `$1 ${SCRUBBED}`),
    replacing(new RegExp(`\\b([Bb]asic|BASIC)\\s+${BASE64}[\\w+/=-]{4,}`, 'g'), `$1 ${SCRUBBED}`),
    // A lookbehind, because a word boundary takes quadratic time on eyJa-eyJa-eyJa-…
    replacing(/(?<![\w-])eyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*){0,3}/g, SCRUBBED),
    // A cookie header continues after its first cookie.
    replacing(
      new RegExp(
        `(cookie\\s{0,4}:\\s{0,4})(?!\\[scrubbed\\])[\\w.-]{1,256}=[^\\r\\n"'\`)}]{1,${MAX_SECRET}}`,
        'gi',
      ),
      `$1${SCRUBBED}`,
    ),
    replacing(namedValue(names), `$1$2$3$4$5${SCRUBBED}`),
    replacing(
      new RegExp(`([?&#](?:${QUERY_NAME})=)(?!\\[scrubbed\\])[^&#\\s"'\`<>)]{1,${MAX_SECRET}}`, 'gi'),
      `$1${SCRUBBED}`,
    ),
    // User and password of a URL. Not fn@https://… as Firefox writes stacks, with the @ in front.
    replacing(/(:\/\/)(?!\[scrubbed\])[^\s/?#"'`<>]{1,1024}@/g, `$1${SCRUBBED}@`),
    (text) => hideCardNumbers(text, SCRUBBED),
  ]
}

/**
 * `name=value`, `name: value`, `"name":"value"`, also escaped twice or for a URL. Not values that mean
 * "none", and not line and column after the name of a file.
 */
function namedValue(names: string): RegExp {
  const named = String.raw`(?:${names})\\{0,3}["'${'`'}]?\s{0,4}(?:[=:]|%3d)\s{0,4}`
  const scheme = String.raw`(?:${SCHEME}\s{1,4})?`
  const secret = String.raw`(?!\[scrubbed\]|${SCHEME}\s|${NO_VALUE}\b|\d{1,9}:\d{1,9}(?!\d))`
  const values = [
    String.raw`(\\{1,3}"${scheme})${secret}[^"\\\r\n]{1,${MAX_SECRET}}`,
    String.raw`("${scheme})${secret}(?:[^"\\\r\n]|\\.){1,${MAX_SECRET}}`,
    String.raw`('${scheme})${secret}(?:[^'\\\r\n]|\\.){1,${MAX_SECRET}}`,
    String.raw`(${scheme})${secret}(?!\\{1,3}")[^\s"'&,;})]{1,${MAX_SECRET}}`,
  ]
  return new RegExp(`(${named})(?:${values.join('|')})`, 'gi')
}

function replacing(pattern: RegExp, replacement: string): Rule {
  return (text) => text.replace(pattern, replacement)
}
