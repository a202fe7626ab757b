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
import { createNamedSecrets } from './named-secrets.ts'
import { hideQuerySecrets, queryPatterns } from './query-secrets.ts'
import {
  SECRET_NAMES,
  SESSION,
  SHORT_NAMES,
  alternatives,
  prefilterPattern,
  quotedPattern,
  secretKeyTest,
} from './secret-names.ts'
import { Prefilter, literal } from './secret-prefilter.ts'

export type Scrubber = {
  text: (text: string) => string
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

export const SCRUBBED = '[scrubbed]'

/** Shorter texts cannot hold a name and a secret; most values are methods, statuses and numbers. */
const MIN_LENGTH = 8

/** `names`: further endings of names of secrets. `-`, `_`, `.` and a blank in them mean the same. */
export function createScrubber(names: string[] = []): Scrubber {
  const inTexts = [...SECRET_NAMES, SESSION, ...names]
  const inKeys = [...SECRET_NAMES, ...names]
  const isSecretKey = secretKeyTest(inKeys)
  const hideNamedSecrets = createNamedSecrets(inTexts, SCRUBBED)
  const patterns = [
    ...inKeys.map((name) => prefilterPattern(name)),
    ...SHORT_NAMES.map((name) => quotedPattern(name)),
    ...queryPatterns(),
    ...credentialPatterns(),
    CARD_START,
  ]
  const session = prefilterPattern(SESSION)
  /** Of a user in a URL, and in many other texts. */
  const at = literal('@')
  const prefilter = new Prefilter([...patterns, session, at])
  const textPrefilter = new Prefilter([...patterns, session])
  const keyPrefilter = new Prefilter([
    ...patterns,
    at,
    // `session.id` itself is a frequent key.
    [...session, { characters: `=:%&"'\\`, isOptional: false }],
    ...[...SHORT_NAMES, CLIENT_ADDRESS].map((name) => literal(name)),
  ])
  const wideNames = names.filter((name) => /\P{ASCII}/u.test(name))
  /** What `textPrefilter` cannot find. */
  const unusual = new RegExp(
    [USER_IN_URL, WIDE_CARD, ...wideNames.map((name) => alternatives([name]))].join('|'),
    'i',
  )
  return {
    text,
    bytes,
    isSecretKey: (key) => (keyPrefilter.matchesText(key) || unusual.test(key)) && isSecretKey(key),
    isSecretNumber: (value) =>
      (typeof value === 'string' ? value.length >= MIN_CARD_DIGITS : value >= MIN_CARD_NUMBER) &&
      isCardNumber(String(value)),
    prefilter,
    keyPrefilter,
  }

  function text(text: string): string {
    if (text.length < MIN_LENGTH || !(textPrefilter.matchesText(text) || unusual.test(text))) return text
    const named = hideNamedSecrets(hideCredentials(text, SCRUBBED))
    return hideCardNumbers(hideQuerySecrets(named, SCRUBBED), SCRUBBED)
  }

  /** In Latin-1 every byte is a character, so that nothing but secrets changes. */
  function bytes(bytes: Buffer): Buffer {
    if (!prefilter.matchesBytes(bytes, 0, bytes.length)) return bytes
    const encoding = isUtf8(bytes) ? 'utf8' : 'latin1'
    return Buffer.from(text(bytes.toString(encoding)), encoding)
  }
}
