// Finds the value behind the name of a secret in a sentence: "password is hunter2", "token 9aF3… expired".
import { isHarmlessWord } from './harmless-values.ts'
import { matchEnd } from './match-end.ts'
import { PARTICIPLES } from './names-of-languages.ts'
import { quoteAt, quotedEnd } from './quoted-text.ts'
import { kindOfName, looksSecret } from './secret-look.ts'
import type { Name } from './value-start.ts'
import type { Value } from './secret-values.ts'

/** Between name and value. */
const LINK = new RegExp(
  [
    String.raw`(?: \((?:hex|base(?:32|58|64)|b64|plain|raw)\))?`,
    String.raw`(?: (?:for|of)(?: (?:the|your|this|my|new|user|account|guest|admin)){0,4} [\w.@+-]{1,64})?`,
    String.raw`(?:,? (?:that |which )?you (?:entered|typed|provided|gave|used|set|chose),?)?`,
    String.raw`(?<verb>是|为|は|는|은| (?:(?:(?:is|was|has been|been) )?(?:set|changed|reset|updated)`,
    String.raw`(?: from [\w ]{1,24})? to`,
    String.raw`|(?:is|was|are|ist|war|lautet|est|es|era|é|è|är|foi|fue|var)(?: now)?)(?=[ :]))?`,
    String.raw`(?: (?:${PARTICIPLES.join('|')}))?`,
    String.raw`(?:错误|有误|不正确|오류)?[ \t]?(?:[:：](?=[^\s])(?<=[^ -~].)|\(|\||->|→|[:=](?=[ "']))?[ \t]{0,2}`,
  ].join(''),
  'iy',
)
/** Quotation marks of other languages. */
const WIDE_QUOTED = /[«„“”‘’「『]\s?([^«»„“”‘’「」『』\r\n]{3,128}?)\s?[»“”‘’」』]/y
/** "Set the password to x": behind such a verb `to` is a link. */
const SET = /\b(?:set|change|reset|update)d?\b[^.\r\n]{0,24}$/i
const TO = / to (?=\S)/y
/** "… with password x", "using the default password x" */
const STATED = /\b(?:with|using|hardcoded|default)(?: the)?(?: new| default| hardcoded| admin)? $/i
const SPACED_CODE = /\d{3}[ -]\d{3}(?![\w-])/y
const VALUE = /[^\s"'`,;()<>{}|\\[\]]{3,256}/y
/** No passwords but descriptions of one. */
const ADJECTIVE = /(?:[a-z]{3,}(?:ed|ing|able|ible|ive|ant|ent|ory|ous|al|ful|less|ly|er|own)|^[a-z]{1,3})$/i
const PLAIN_WORD = /^[a-z]{6,24}$/i
/** The sentence ends behind the word. */
const SENTENCE_END = /^[.!]?(?:\s*$|[\r\n",;])/
const MAX_QUOTED = 128
/** Of a frame of a stack: `at refreshAccessToken (https://shop.example/assets/index-4f1c9a2b.js:2:18844)`. */
const LOCATION = /^[a-z][\w+.-]{1,31}:\/{2,3}|:\d{1,9}(?::\d{1,9})?$/i

export function sentenceValue(text: string, { name, index, end, closed }: Name): Value | undefined {
  if (closed > end) return undefined
  LINK.lastIndex = end
  const match = LINK.exec(text)
  const at = LINK.lastIndex
  if (match === null) return undefined
  const to = matchEnd(TO, text, end)
  if (to !== undefined && SET.test(text.slice(Math.max(0, index - 32), index)))
    return bareValue(text, name, to, true)
  const wide = wideQuoted(text, name, at)
  if (wide !== undefined || at === end) return wide
  const quote = quoteAt(text, at)
  const start = at + quote.length
  return quote === ''
    ? bareValue(text, name, start, match.groups?.['verb'] !== undefined)
    : quotedValue(text, name, start, quote)
}

function wideQuoted(text: string, name: string, at: number): Value | undefined {
  WIDE_QUOTED.lastIndex = at
  const [quoted, value = ''] = WIDE_QUOTED.exec(text) ?? []
  if (quoted === undefined || !isQuotedSecret(name, value)) return undefined
  const start = at + quoted.indexOf(value)
  return { start, end: start + value.length, quote: '' }
}

function bareValue(text: string, name: string, start: number, hasVerb: boolean): Value | undefined {
  const spaced = kindOfName(name) === 'code' ? matchEnd(SPACED_CODE, text, start) : undefined
  if (spaced !== undefined) return { start, end: spaced, quote: '' }
  VALUE.lastIndex = start
  const [word = ''] = VALUE.exec(text) ?? []
  const value = word.replace(/[.!?:]+$/, '')
  if (LOCATION.test(value)) return undefined
  const end = start + value.length
  const isWord =
    hasVerb &&
    kindOfName(name) === 'password' &&
    PLAIN_WORD.test(value) &&
    !ADJECTIVE.test(value) &&
    !isHarmlessWord(value) &&
    SENTENCE_END.test(text.slice(end, end + 8))
  const before = text.slice(Math.max(0, start - name.length - 40), start - name.length - 1)
  const isStated =
    kindOfName(name) === 'password' &&
    /[A-Z\d].*[A-Z\d]|[-_.].*[A-Z\d]/.test(value) &&
    !/[/()]/.test(value) &&
    STATED.test(before)
  return isWord || isStated || looksSecret(name, value) ? { start, end, quote: '' } : undefined
}

function quotedValue(text: string, name: string, start: number, quote: string): Value | undefined {
  const end = quotedEnd(text, start, quote)
  const value = text.slice(start, Math.min(end, start + MAX_QUOTED))
  return isQuotedSecret(name, value) ? { start, end, quote: '' } : undefined
}

function isQuotedSecret(name: string, value: string): boolean {
  const isPassword =
    kindOfName(name) === 'password' &&
    /^[^\s=:<>{}[\]]{4,}(?: [^\s=:<>{}[\]]+){0,7}$/.test(value) &&
    !isHarmlessWord(value) &&
    !/pass|^[a-z]+(?:[-_.][a-z]+)+$|^\W/i.test(value)
  return isPassword || looksSecret(name, value)
}
