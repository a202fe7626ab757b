// Replaces what follows the name of a secret: `name=value`, `name: value`, JSON, headers, forms, XML,
// arguments. It reads a text once: a value that is replaced is not read again, and one that stays is read in
// part.
import { isHarmless } from './harmless-values.ts'
import { matchEnd } from './match-end.ts'
import { quoteAt, quotedEnd } from './quoted-text.ts'
import { createRejectedValues } from './rejected-values.ts'
import { looksSecret } from './secret-look.ts'
import { namePattern } from './secret-names.ts'
import { sentenceValue } from './sentence-secrets.ts'
import { lineEnd, listEnd, nestedEnd, phraseEnd, wordEnd, type Value } from './secret-values.ts'
import { IS_HEADER, nameAt, valueStart, type ValueStart } from './value-start.ts'

const SCHEME = /(?:bearer|basic|digest|negotiate|token|apikey)(?:\s{1,4}|%20|\+|(?=["'\\,)]|$))/iy
/** `string(7) "x"` of PHP, `SecretStr('x')`, `b'x'`. */
const WRAPPER = new RegExp(
  String.raw`(?:(?:string|str)\(\d{1,9}\) |[bnru]{1,2}|(?:new )?(?:str|string|secret|secretstr|secretstring` +
    String.raw`|some|optional|just|bytes|sensitive|redacted)[([ ])(?=["'])`,
  'iy',
)
const IS_WIDE = /\P{ASCII}/u
/** The start of a value, bounded. */
const HEAD = /[^\s"'`&,;<>})\]\\]{1,256}/y
/** `auth=('anna', 'x')` */
const IS_TUPLE = /^auth$/i
const IS_AUTHORIZATION = /authorization\w{0,8}$/i
/** Their values may be several words. */
const IS_PHRASE = /pass|pwd|secret|phrase/i
/** `backup codes: 9f3k-22ab, 8d2k-11zz` */
const IS_LIST = /codes$/i
const IS_COOKIE = /[\w.-]{1,256}=/y

/** `replacement`: for a value. */
export function createNamedSecrets(names: string[], replacement: string): (text: string) => string {
  const hideRejectedValues = createRejectedValues(names, replacement)
  const asciiPattern = namePattern(names.filter((name) => !IS_WIDE.test(name)))
  const widePattern = namePattern(names)
  return (text) => hideValues(hideRejectedValues(text))

  function hideValues(text: string): string {
    let result = ''
    let copied = 0
    const pattern = IS_WIDE.test(text) ? widePattern : asciiPattern
    pattern.lastIndex = 0
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const value = findValue(text, match[0], match.index, match.groups?.['weak'] !== undefined)
      if (value === undefined) continue
      result += text.slice(copied, value.start) + value.quote + replacement + value.quote
      copied = pattern.lastIndex = value.end
    }
    return copied === 0 ? text : result + text.slice(copied)
  }
}

/** `isWeak`: the name alone proves nothing. */
function findValue(text: string, name: string, index: number, isWeak: boolean): Value | undefined {
  const at = nameAt(text, name, index)
  const start = valueStart(text, at)
  if (start === undefined) return sentenceValue(text, at)
  // Before the value is read: what stays must not be read again and again.
  if (isWeak && !looksSecret(name, headOf(text, start.at))) return undefined
  return start.reader === 'usual' ? readValue(text, name, start) : readText(text, name, start)
}

function headOf(text: string, at: number): string {
  const content = matchEnd(WRAPPER, text, at) ?? at
  const start = content + quoteAt(text, content).length
  return text.slice(start, matchEnd(HEAD, text, start))
}

function readValue(text: string, name: string, { at, quote, isSentence }: ValueStart): Value | undefined {
  const content = matchEnd(WRAPPER, text, at) ?? at
  const open = quoteAt(text, content)
  const start = matchEnd(SCHEME, text, content + open.length) ?? content + open.length
  const hasScheme = start > content + open.length
  const isQuoted = open !== ''
  const isLine =
    IS_AUTHORIZATION.test(name) || (IS_HEADER.test(name) && matchEnd(IS_COOKIE, text, start) !== undefined)
  const context = { name, isQuoted, isSentence: isSentence && !hasScheme, isLine }
  if (isHarmless(text, start, context)) return undefined
  if (isQuoted) return valueIn(text, start, quotedEnd(text, start, open))
  if ('[{'.includes(text[start] ?? ' ') || (text[start] === '(' && IS_TUPLE.test(name)))
    return readNested(text, name, start, quote)
  const read = isLine ? lineEnd : IS_PHRASE.test(name) ? phraseEnd : IS_LIST.test(name) ? listEnd : wordEnd
  return valueIn(text, start, read(text, start), hasScheme ? '' : quote)
}

/** A list that starts with a sentence has messages of a validation. */
function readNested(text: string, name: string, start: number, quote: string): Value | undefined {
  const inner = text[start] === '[' ? quoteAt(text, start + 1) : ''
  if (inner !== '' && isHarmlessText(text, name, start + 1 + inner.length)) return undefined
  return valueIn(text, start, nestedEnd(text, start), quote)
}

/** The text of an element or a part of a form. */
function readText(text: string, name: string, { at, reader }: ValueStart): Value | undefined {
  if (isHarmlessText(text, name, at)) return undefined
  const ends = reader === 'line' ? /\\{0,31}"|\\{1,16}[rn]|[\r\n]|$/g : /<|&lt;|\\{1,8}u003c|\]\]>|$/gi
  ends.lastIndex = at
  return valueIn(text, at, ends.exec(text)?.index ?? text.length)
}

function isHarmlessText(text: string, name: string, at: number): boolean {
  return isHarmless(text, at, { name, isQuoted: true, isSentence: false, isLine: false })
}

function valueIn(text: string, start: number, end: number, quote = ''): Value | undefined {
  return /[\p{L}\p{N}]/u.test(text.slice(start, end)) ? { start, end, quote } : undefined
}
