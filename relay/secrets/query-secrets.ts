// Replaces secrets behind names that are secrets only in queries and fragments, also encoded for a URL.
import { type Pattern, literal } from './secret-prefilter.ts'

/** Elsewhere they are common words. */
const NAMES =
  'code_verifier sig hmac otp pin pass jwt assertion samlrequest samlresponse samlart oobcode pw tan'.split(
    ' ',
  )
/** Their values may also be words or short numbers: `?key=shoes`, `?state=CA`. */
const AMBIGUOUS_NAMES = [
  'code key state nonce auth sid ticket reset invite invitation magic confirm confirmation verify hash',
  'verification activation activate session sess t link appid',
].flatMap((names) => names.split(' '))

const START = '(?:[?&#]|%(?:25){0,3}(?:3f|26|23))'
const EQUALS = '(?:=|%(?:25){0,3}3d)'
/** Of the quote behind the text. */
const ESCAPES_OF_QUOTE = String.raw`\\{1,31}(?:["'${'`'}]|$)`
const SEPARATOR = String.raw`%(?:25){0,3}(?:26|23)`
const names = (list: string[]): string => list.join('|').replaceAll('.', String.raw`\.`)
const PARAMETER = new RegExp(
  String.raw`(${START}(?:${names(NAMES)}|(${names(AMBIGUOUS_NAMES)}))${EQUALS})` +
    String.raw`(?!\[scrubbed\])((?:(?!${SEPARATOR}|${ESCAPES_OF_QUOTE})[^&#\s"'${'`'}<>)])+)`,
  'i',
)
const ALL = new RegExp(PARAMETER, 'gi')
/** URLs, and other texts without blanks and quotes. */
const ADDRESS = /[^\s"'`<>]+/g
/** A word, a code of a country or a state, a number of three digits, or a time in milliseconds. */
const WORD = new RegExp(
  String.raw`^(?:(?:[a-z]{1,12}|[A-Z][a-z]{1,11})(?:(?:[-_+.]|%20)[a-z]{1,12}){0,3}|[A-Z]{2,12}` +
    String.raw`|\d{1,3}|\d{13}(?::\d{1,7}){0,2})$`,
)
/** OAuth answers with both; then neither is a word. */
const CODE = new RegExp(`${START}code${EQUALS}`, 'i')
const STATE = new RegExp(`${START}state${EQUALS}`, 'i')

export function queryPatterns(): Pattern[] {
  return [...NAMES, ...AMBIGUOUS_NAMES].map((name) => [
    // The end of `%3f`, `%26` or `%23` as well.
    { characters: '?&#f63', isOptional: false },
    ...literal(name),
    { characters: '=%', isOptional: false },
  ])
}

export function hideQuerySecrets(text: string, replacement: string): string {
  return PARAMETER.test(text) ? text.replace(ADDRESS, (url) => hideParameters(url, replacement)) : text
}

function hideParameters(url: string, replacement: string): string {
  const isCallback = CODE.test(url) && STATE.test(url)
  return url.replaceAll(ALL, (match, start: string, ambiguous: string | undefined, value: string) =>
    ambiguous !== undefined && !isCallback && WORD.test(value) ? match : start + replacement,
  )
}
