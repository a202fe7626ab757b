// Names whose values are secrets, as patterns for the regular expressions and for the prefilter.
import { type Pattern, literal } from './secret-prefilter.ts'

/** Endings of names whose values are secrets. `-` stands for any separator or none, in any case. */
export const SECRET_NAMES = split(`
  token secret password passwd passphrase pwd api-key access-key secret-key private-key subscription-key
  signature authorization credential credentials cookie card-number cvc cvv
`)
/** Secrets in texts, but not as attributes: sessions are counted by `session.id`. */
export const SESSION = 'session-id'
/** Secrets only as names in a query or fragment; elsewhere they are common words. */
export const QUERY_NAMES = split(`
  code code_verifier key sig hmac state nonce auth otp pin pass sid ticket jwt assertion samlrequest
  samlresponse phpsessid connect.sid
`)
/** Every parser of JavaScript says "Unexpected token". */
const NOT_A_PARSER_TOKEN = '(?<!unexpected )'
/** The names as alternatives of a regular expression. */
export function alternatives(names: string[]): string {
  return names.map((name) => (name === 'token' ? NOT_A_PARSER_TOKEN : '') + patternOf(name)).join('|')
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

function partsOf(name: string): string[] {
  return name.split(/[-_. ]+/)
}

function split(names: string): string[] {
  return names.trim().split(/\s+/)
}
