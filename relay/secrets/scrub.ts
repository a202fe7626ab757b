// Replaces secrets in texts before they are logged or forwarded. A prefilter finds texts that may hold one.
import { isUtf8 } from 'node:buffer'
import {
  CARD_START,
  MIN_CARD_DIGITS,
  MIN_CARD_NUMBER,
  WIDE_CARD,
  hideCardNumbers,
  isCardNumber,
} from './card-numbers.ts'
import { CLIENT_ADDRESS } from '../client-address.ts'
import { USER_IN_URL, credentialPatterns, hideCredentials } from './credential-forms.ts'
import { commandPatterns, hideCommandSecrets } from './command-secrets.ts'
import { WIDE_CODE, hideLogins, loginPatterns } from './login-codes.ts'
import { createNamedSecrets } from './named-secrets.ts'
import { WIDE_NAMES } from './names-of-languages.ts'
import { hidePathSecrets, pathPatterns } from './path-secrets.ts'
import { hideQuerySecrets, queryPatterns } from './query-secrets.ts'
import {
  SECRET_NAMES,
  SESSION,
  SHORT_NAMES,
  alternatives,
  prefilterPattern,
  quotedPattern,
  secretKeyTest,
  separatedPatterns,
} from './secret-names.ts'
import { Prefilter, literal } from './secret-prefilter.ts'
import { hideSqlSecrets, sqlPatterns } from './sql-secrets.ts'

export type Scrubber = {
  text: (text: string) => string
  /** What `text` replaces, by rule. */
  explain: (text: string) => Explanation
  /** Bytes of an attribute: texts in them are scrubbed, other bytes stay as they are. */
  bytes: (bytes: Buffer) => Buffer
  /** True for attribute keys whose value is a secret, whatever it is. */
  isSecretKey: (key: string) => boolean
  /** True for the number of a payment card. */
  isSecretNumber: (value: string | number) => boolean
  /** Matches all texts that `text` would change. */
  prefilter: Prefilter
  /** Matches all secret keys, keys that `text` would change, and `client.address`. */
  keyPrefilter: Prefilter
}

/** `rules`: those that replaced something, and how often; `text`: with all of it replaced. */
export type Explanation = { text: string; rules: { rule: Rule; count: number }[] }

/** What a rule recognises a secret by. */
export type Rule = keyof typeof FORMS | 'names'

export const SCRUBBED = '[scrubbed]'

/** The rules besides the names. */
const FORMS = {
  credentials: hideCredentials,
  commands: hideCommandSecrets,
  sql: hideSqlSecrets,
  queries: hideQuerySecrets,
  paths: hidePathSecrets,
  logins: hideLogins,
  cards: hideCardNumbers,
}

/** They run in this order. Each leaves alone what one before it has replaced. */
export const RULES: Rule[] = [
  'credentials',
  'commands',
  'sql',
  'names',
  'queries',
  'paths',
  'logins',
  'cards',
]

const IS_WIDE = /\P{ASCII}/u

/** Shorter texts cannot hold a name and a secret; most values are methods, statuses and numbers. */
const MIN_LENGTH = 8

/** `names`: further endings of names of secrets. `-`, `_`, `.` and a blank in them mean the same. */
export function createScrubber(names: string[] = []): Scrubber {
  const inTexts = [...SECRET_NAMES, SESSION, ...names]
  const inKeys = [...SECRET_NAMES, ...names]
  const isSecretKey = secretKeyTest(inKeys)
  const hideNamedSecrets = createNamedSecrets(inTexts, SCRUBBED)
  const patterns = [
    ...inKeys.filter((name) => !IS_WIDE.test(name)).map((name) => prefilterPattern(name)),
    ...SHORT_NAMES.map((name) => quotedPattern(name)),
    ...queryPatterns(),
    ...credentialPatterns(),
    ...separatedPatterns(),
    ...pathPatterns(),
    ...commandPatterns(),
    ...loginPatterns(),
    ...sqlPatterns(),
    CARD_START,
  ]
  const session = prefilterPattern(SESSION)
  const textPrefilter = Prefilter.of([...patterns, session])
  // Of a user in a URL, and in many other texts.
  const prefilter = textPrefilter.or('@')
  const keyPrefilter = Prefilter.of([
    ...patterns,
    // `session.id` itself is a frequent key.
    [...session, { characters: `=:%&"'\\`, isOptional: false }],
    ...[...SHORT_NAMES, CLIENT_ADDRESS].map((name) => literal(name)),
  ]).or('@')
  const wideNames = [...WIDE_NAMES, ...names.filter((name) => IS_WIDE.test(name))]
  const userInUrl = new RegExp(USER_IN_URL, 'i')
  const wide = new RegExp(`${WIDE_CARD}|${WIDE_CODE}|${alternatives(wideNames)}`, 'i')
  const hasSign = (text: string, prefilter: Prefilter): boolean => {
    const kind = prefilter.inspect(text)
    return kind === 'match' || userInUrl.test(text) || (kind === 'wide' && wide.test(text))
  }
  const steps = RULES.map((rule) => ({
    rule,
    hide: rule === 'names' ? hideNamedSecrets : (text: string) => FORMS[rule](text, SCRUBBED),
  }))
  return {
    text,
    explain,
    bytes,
    isSecretKey: (key) => hasSign(key, keyPrefilter) && isSecretKey(key),
    isSecretNumber: (value) =>
      (typeof value === 'string' ? value.length >= MIN_CARD_DIGITS : value >= MIN_CARD_NUMBER) &&
      isCardNumber(String(value)),
    prefilter,
    keyPrefilter,
  }

  function text(text: string): string {
    if (text.length < MIN_LENGTH || !hasSign(text, textPrefilter)) return text
    return steps.reduce((result, { hide }) => hide(result), text)
  }

  function explain(original: string): Explanation {
    const rules: Explanation['rules'] = []
    let result = original
    if (text(original) === original) return { text: original, rules }
    for (const { rule, hide } of steps) {
      const next = hide(result)
      if (next !== result) rules.push({ rule, count: Math.max(1, countOf(next) - countOf(result)) })
      result = next
    }
    return { text: result, rules }
  }

  /** In Latin-1 every byte is a character, so that nothing but secrets changes. */
  function bytes(bytes: Buffer): Buffer {
    if (!prefilter.matchesBytes(bytes, 0, bytes.length)) return bytes
    const encoding = isUtf8(bytes) ? 'utf8' : 'latin1'
    return Buffer.from(text(bytes.toString(encoding)), encoding)
  }
}

function countOf(text: string): number {
  return text.split(SCRUBBED).length - 1
}
