// Finds where the value behind the name of a secret starts: behind a separator, or in a form of JSON, HTML,
// XML or a command line.
import { matchEnd } from './match-end.ts'
import { QUOTE, quoteAt, quotedEnd } from './quoted-text.ts'

/** A name in a text: `closed` is behind the quotes and brackets that follow it. */
export type Name = { name: string; index: number; end: number; closed: number }
/**
 * `reader`: how the end is found. `quote`: for a value that is no text. `isSentence`: whether words in small
 * letters are no value.
 */
export type ValueStart = {
  at: number
  reader: 'usual' | 'line' | 'markup'
  quote: string
  isSentence: boolean
}

const SPACE = String.raw`(?:\s|\\{1,16}[nrt]|&nbsp;){0,16}`
/** `name":`, `name]=`, `name%5D=`, `name__:`, `(name)=(`. */
const CLOSERS = new RegExp(
  String.raw`(?:${QUOTE}|\)(?==\()|_{1,2}(?=["'\s:=])|\[?\]|\[\d{1,3}\]` +
    String.raw`|(?:%(?:25){0,3}5b)?%(?:25){0,3}5d){0,4}`,
  'iy',
)
const SEPARATOR = new RegExp(
  String.raw`(?: is| was)?(?:[^\S\r\n]|&nbsp;){0,16}` +
    String.raw`(=>|:=|={1,3}(?!>)|：|:(?!:)(?: ?[|>][-+]?(?=\r?\n))?|%(?:25){0,3}3[ad])${SPACE}`,
  'iy',
)
/** `token => token.id` is a function, `token => 4711` a value. */
const NOT_A_FUNCTION = /[^\s.({[]*\d[^\s.({[]*(?:\s|$)/y
const NEW_LINE = String.raw`(?:\r?\n|\r|\\{1,16}r\\{1,16}n|\\{1,16}n)`
const FORMS = {
  /** `["password","x"]`, `setItem('token', 'x')` */
  list: new RegExp(String.raw`\s{0,8},\s{0,8}(?=${QUOTE})`, 'iy'),
  /** `"key":"password","value":"x"`, `<input type="password" value="x">` */
  pair: new RegExp(
    String.raw`[^<>{}]{0,256}?\b(?:value|val|content|input|received|actual|data)(?:${QUOTE})?\s{0,4}` +
      String.raw`(?:=>|[:=])\s{0,4}`,
    'iy',
  ),
  /** A part of a form: `name="password"`, headers, an empty line. */
  part: new RegExp(
    String.raw`(?:;[^\r\n]{0,128}?)?${NEW_LINE}(?:[\w-]{1,40}:[^\r\n]{0,128}?${NEW_LINE}){0,3}${NEW_LINE}`,
    'y',
  ),
  /** `<password>x</password>` */
  element: /(?:\s[^<>]{0,128})?(?:>|&gt;|\\{1,8}u003e)(?:<!\[CDATA\[)?/iy,
  /** `<key>password</key><string>x</string>`, `<td>password</td><td>x</td>` */
  next: /<\/(?:key|name|string|td|th|dt|b|strong|label)>\s{0,16}<\w{1,32}>/iy,
  /** `<Attribute Name="password"><AttributeValue>x</AttributeValue>` of SAML */
  attribute: /(?:\s[^<>]{0,128})?>\s{0,8}<(?:\w{1,16}:)?(?:attribute)?value\b[^<>]{0,128}>/iy,
  /** `<string name="password">x</string>` */
  named: />(?=[^<>]{1,256}<\/(?:string|entry|property|param|parameter|item|setting|value)>)/iy,
  /** `- name: PASSWORD`, `value: x` of YAML */
  yaml: /(?:\s|\\{1,16}[nr]){1,32}value:[ \t]{1,4}/y,
  /** `s:8:"password";s:1:"x";` of PHP */
  serialized: new RegExp(String.raw`;(?:s:\d{1,9}:(?=${QUOTE})|[id]:)`, 'iy'),
  /** `--password x` */
  argument: /[ \t]{1,4}(?=[^\s-])/y,
}
/** Characters before a name that tell what it is. */
const BEFORE = 96
const IS_KEY = new RegExp(
  String.raw`\b(?:key|name|type|id|field|header|param|property|label|(?:instance)?path|loc)(?:${QUOTE})?` +
    String.raw`\s{0,4}(?:=>|[:=])\s{0,4}\[?(?:${QUOTE}[\w.-]{1,32}${QUOTE}, ?){0,3}${QUOTE}[/\w.[ -]{0,48}$`,
  'i',
)
const IS_YAML_NAME = /\bname:[ \t]{1,4}[\w.-]{0,48}$/
const IS_ELEMENT = /(?<!-[\w-]{1,48}[ =])(?:<|&lt;|\\u003c)[\w.:-]{0,48}$/i
const IS_ARGUMENT = /(?:^|[\s"'`[(,])-{1,2}[\w.-]{0,48}$/
/** `/oauth/token: 500`, not `user/password: x`. */
const IS_PATH = /(?:^|[\s"'`(]|:\/\/[\w.:-]{1,64})(?:\/[\w.-]{1,64}){0,8}\/[\w.-]{0,48}$/
/** The first of a list, or an option in one. */
const IS_FIRST = new RegExp(String.raw`[[(]\s{0,8}${QUOTE}[\w.-]{0,48}$|${QUOTE}-{1,2}[\w.-]{0,48}$`, 'i')
/** Its value may have several parts. */
export const IS_HEADER = /(?:authorization|cookie)\w{0,8}$/i
/** Their values may be words. */
const IS_WORD = /pass|pwd|secret|phrase|cv[cv]|security.?code/i
/** Names of fields are no passwords: `["password","email"]`. */
const IS_FIELD = /^(?:e-?mail|user(?:name)?|name|login|phone|address|id)$/i

export function nameAt(text: string, name: string, index: number): Name {
  const end = index + name.length
  return { name, index, end, closed: matchEnd(CLOSERS, text, end) ?? end }
}

export function valueStart(text: string, name: Name): ValueStart | undefined {
  return afterSeparator(text, name) ?? afterForm(text, name)
}

function afterSeparator(text: string, { name, index, end, closed }: Name): ValueStart | undefined {
  SEPARATOR.lastIndex = closed
  const match = SEPARATOR.exec(text)
  if (match === null) return undefined
  const at = SEPARATOR.lastIndex
  const isUnquoted = closed === end && quoteAt(text, at) === ''
  if (match[1] === '=>' && isUnquoted && matchEnd(NOT_A_FUNCTION, text, at) === undefined) return undefined
  const isText = match[1] === '：' || (match[1] === ':' && match[0].length > 1)
  if (isText && isUnquoted && IS_PATH.test(textBefore(text, index))) return undefined
  const isSentence = isText && !IS_WORD.test(name) && !IS_HEADER.test(name)
  return { at, reader: 'usual', quote: match[1] === ':' ? quoteAt(text, end) : '', isSentence }
}

function afterForm(text: string, { name, index, end, closed }: Name): ValueStart | undefined {
  const before = textBefore(text, index)
  const isQuoted = closed > end
  const start = (at: number | undefined, reader: ValueStart['reader']) =>
    at === undefined ? undefined : { at, reader, quote: quoteAt(text, end), isSentence: false }
  if (!isQuoted && IS_ELEMENT.test(before))
    return (
      start(matchEnd(FORMS.pair, text, end), 'usual') ?? start(matchEnd(FORMS.element, text, end), 'markup')
    )
  if (!isQuoted && IS_ARGUMENT.test(before)) return start(matchEnd(FORMS.argument, text, end), 'usual')
  if (!isQuoted && IS_YAML_NAME.test(before)) {
    const value = start(matchEnd(FORMS.yaml, text, end), 'usual')
    if (value !== undefined) return value
  }
  if (!isQuoted) return start(matchEnd(FORMS.next, text, end), 'markup')
  const serialized = matchEnd(FORMS.serialized, text, closed)
  if (serialized !== undefined) return start(serialized, 'usual')
  if (IS_KEY.test(before))
    return (
      start(matchEnd(FORMS.part, text, closed), 'line') ??
      start(matchEnd(FORMS.attribute, text, closed), 'markup') ??
      start(matchEnd(FORMS.named, text, closed), 'markup') ??
      start(matchEnd(FORMS.pair, text, closed), 'usual')
    )
  const next = IS_HEADER.test(name) || IS_FIRST.test(before) ? matchEnd(FORMS.list, text, closed) : undefined
  if (next === undefined) return undefined
  const quote = quoteAt(text, next)
  const value = text.slice(next + quote.length, quotedEnd(text, next + quote.length, quote))
  return IS_FIELD.test(value) || IS_HEADER.test(value) ? undefined : start(next, 'usual')
}

function textBefore(text: string, index: number): string {
  return text.slice(Math.max(0, index - BEFORE), index)
}
