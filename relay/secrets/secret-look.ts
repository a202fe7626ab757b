// Whether a value looks like a secret: where a name or a sentence alone proves nothing.

/** Longer values are read to here. */
const MAX_LENGTH = 256
/** `HS256`, `SHA-256`, `v2`, `1.4.2`, `0x1f`, `HTTP2`, `10ms`, `3rd`. */
const NOTATION = new RegExp(
  [
    String.raw`^(?:(?:sha|md|hs|rs|es|ps|ed|aes|rsa|utf|base|oauth|http|ip|h|v|p|x|ecma|iso|rfc|tls|ssl)`,
    String.raw`[-_/]?v?\d[\w.-]{0,12}`,
    String.raw`|v?\d+(?:\.\d+)+[\w.+-]{0,24}|0x[\da-f]+|\d+[a-z]{1,3}|#?\d+(?:st|nd|rd|th))$`,
  ].join(''),
  'i',
)
/** `src/auth2.ts:14`, `items[0]`, `check2(`. */
const IDENTIFIER = new RegExp(
  [
    String.raw`^(?:[\w$@-]*/[\w$@./-]*\.\w{1,6}(?::\d+)*|[\w-]+\.[cm]?[jt]sx?(?::\d+)*`,
    String.raw`|[\w$.]+\[[^\]]*\][\w$.]*|[\w$.]*\(.*)$`,
  ].join(''),
  'i',
)
/** `step-2`, `web-token1`. */
const WORDS = /^[a-z]+(?:[-_.][a-z]+)*(?:[-_.]v?\d{1,3}|(?<=[-_.][a-z]+)\d{0,3})$/i
/** People write passwords so: `Purple-Hippo3`. */
const CAPITAL_WORDS = /^[A-Z][a-z]+(?:[-_.][A-Za-z]+)*[-_.]?\d{1,4}$/
/** "8 characters" */
const LENGTH = /^\d{1,3}(?:文字|桁|자|位|个|個)/
const CODE_NAME = /code|kod|c[oó]d|pin$|otp$|mfa$|totp$|tan$|cv[cv]$|番号|コード|码|번호|코드|код/i
/** Of a payment card. */
const CARD_CODE = /cv[cv]$|security.?code$/i
const KEY_NAME = new RegExp(
  'token|key|secret|sign|cred|auth|cookie|[cx]srf|sid$|sess|verifier|assertion|card|seed|jwt|jeton' +
    '|salt|pepper|bearer|webhook|pat$|cl[eé]',
  'i',
)
const SESSION_NAME = /sid$|sess/i
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const NUMERIC_CODE = /^(?:[A-Z]-)?\d{4,8}$|^\d{3,6}(?:[- ]\d{3,6}){1,7}$/
const MIN_PASSWORD = 5
const MIN_KEY = 10
/** Names of the environment are in capitals: their values are keys more often than names. */
const MIN_CAPITAL_KEY = 6

export type NameKind = 'password' | 'code' | 'key'

export function kindOfName(name: string): NameKind {
  if (CODE_NAME.test(name)) return 'code'
  return KEY_NAME.test(name) ? 'key' : 'password'
}

export function looksSecret(name: string, value: string): boolean {
  const text = value.slice(0, MAX_LENGTH).replace(/[\])}>.,]+$/, '')
  const kind = kindOfName(name)
  if (kind === 'code' && NUMERIC_CODE.test(text)) return true
  if (CARD_CODE.test(name) && /^\d{3,4}$/.test(text)) return true
  if (kind === 'password' && /^\d{6,8}$/.test(text)) return true
  if (UUID.test(text)) return SESSION_NAME.test(name) || /tok/i.test(name)
  const minKey = /^[A-Z]+$/.test(name) ? MIN_CAPITAL_KEY : MIN_KEY
  return text.length >= (kind === 'key' ? minKey : MIN_PASSWORD) && isMixed(text, kind)
}

/** Letters and digits, or for passwords letters and signs. */
function isMixed(text: string, kind: NameKind): boolean {
  if (LENGTH.test(text) || NOTATION.test(text) || IDENTIFIER.test(text) || !/\p{L}/u.test(text)) return false
  if (WORDS.test(text) && !(kind === 'password' && CAPITAL_WORDS.test(text))) return false
  return /\d/.test(text) || (kind === 'password' && /[!#$%^&*?]./.test(text) && !/[(){}<>=]/.test(text))
}

/** A random part of a path. */
export function isRandomSegment(segment: string): boolean {
  const letters = segment.replaceAll(/[^a-z]/gi, '').length
  const digits = segment.replaceAll(/\D/g, '').length
  return letters > 0 && digits > 0 && !/^(?:[a-z]+[-_])+v?\d{1,4}$/i.test(segment)
}
