// Finds the value behind the name of a secret in a sentence: "password is hunter2", "token 9aF3… expired".
import { isHarmlessWord } from './harmless-values.ts'
import { quoteAt, quotedEnd } from './quoted-text.ts'
import { type Pattern, literal } from './secret-prefilter.ts'
import { kindOfName, looksSecret } from './secret-look.ts'
import type { Name } from './value-start.ts'
import type { Value } from './secret-values.ts'

/** Between name and value. */
const LINK = new RegExp(
  [
    String.raw`(?: (?:for|of)(?: user| account)? [\w.@+-]{1,64})?`,
    String.raw`(?<verb>是|为|は|는|은| (?:(?:is|was|are|ist|war|lautet|est|es|era|é|è|är)(?: now)?`,
    String.raw`|(?:(?:is|was|has been|been) )?(?:set|changed|reset|updated) to)(?=[ :]))?`,
    String.raw`(?: (?:provided|given|used|entered|supplied|received))?`,
    String.raw`[ \t]?(?:\(|\||->|→|[:=](?=[ "']))?[ \t]{0,2}`,
  ].join(''),
  'iy',
)
const VALUE = /[^\s"'`,;()<>{}|\\[\]]{3,256}/y
/** No passwords but descriptions of one. */
const ADJECTIVE = /(?:[a-z]{3,}(?:ed|ing|able|ible|ive|ant|ent|ory|ous|al|ful|less|ly|er|own)|^[a-z]{1,3})$/i
const PLAIN_WORD = /^[a-z]{6,24}$/i
/** The sentence ends behind the word. */
const SENTENCE_END = /^[.!]?(?:\s*$|[\r\n",;])/
const MAX_QUOTED = 128

export function sentenceValue(text: string, { name, end, closed }: Name): Value | undefined {
  if (closed > end) return undefined
  LINK.lastIndex = end
  const match = LINK.exec(text)
  const at = LINK.lastIndex
  if (match === null || at === end) return undefined
  const quote = quoteAt(text, at)
  const start = at + quote.length
  return quote === ''
    ? bareValue(text, name, start, match.groups?.['verb'] !== undefined)
    : quotedValue(text, name, start, quote)
}

function bareValue(text: string, name: string, start: number, hasVerb: boolean): Value | undefined {
  VALUE.lastIndex = start
  const [word = ''] = VALUE.exec(text) ?? []
  const value = word.replace(/[.!?:]+$/, '')
  const end = start + value.length
  const isWord =
    hasVerb &&
    kindOfName(name) === 'password' &&
    PLAIN_WORD.test(value) &&
    !ADJECTIVE.test(value) &&
    !isHarmlessWord(value) &&
    SENTENCE_END.test(text.slice(end, end + 8))
  return isWord || looksSecret(name, value) ? { start, end, quote: '' } : undefined
}

function quotedValue(text: string, name: string, start: number, quote: string): Value | undefined {
  const end = quotedEnd(text, start, quote)
  const value = text.slice(start, Math.min(end, start + MAX_QUOTED))
  const isPassword =
    kindOfName(name) === 'password' &&
    /^[^\s=:<>{}[\]]{4,}(?: [^\s=:<>{}[\]]+){0,7}$/.test(value) &&
    !isHarmlessWord(value) &&
    !/pass|^[a-z]+[-_.][a-z]|^\W/i.test(value)
  return isPassword || looksSecret(name, value) ? { start, end, quote: '' } : undefined
}

/** A user and a password: "logged in anna with hunter2", "login anna/hunter2", "basic auth anna:hunter2". */
const PAIR = new RegExp(
  String.raw`(\b(?:log(?:ged|ging)?[ -]?in|sign(?:ed|ing)?[ -]?in|basic(?: auth)?|credentials?)` +
    String.raw`(?: (?:as|for|with|failed|user|of|failed for)){0,2}:? ["']?[\w.@+-]{1,64}` +
    String.raw`(?:[:/]| / | with )["']?)` +
    String.raw`([^\s"',;()<>]{5,128})`,
  'gi',
)

/** A name cannot tell a code of a login from a code of an error: the words around it can. */
const CODE = String.raw`(?:[A-Z]-\d{4,8}|\d{3}[- ]\d{3}|\d{4,8})(?![\w-])`
const OTHER_CODES = '(?:error|status|exit|country|zip|area|postal|product|promo|order|coupon|discount)'
const BEFORE_CODE = new RegExp(
  [
    String.raw`(\b(?:your|use|enter|type)(?: the| this)?(?: [\w-]{1,20})? code(?: is|:)? )${CODE}`,
    String.raw`|(\b(?:enter|use) )${CODE}(?= to (?:verify|log|sign|confirm|reset|continue))`,
    String.raw`|(?<!\b${OTHER_CODES} )(\bcode )\d{6}`,
    String.raw`(?= (?:has |is |was )?(?:already|expired|invalid|incorrect|rejected|wrong)\b)`,
  ].join(''),
  'gi',
)
const NO_LOGIN = new RegExp(String.raw`\b${OTHER_CODES} code`, 'i')
const AFTER_CODE = new RegExp(
  String.raw`(?<![\w-])${CODE}(?= (?:is|as) your (?:[\w-]{1,20} ){0,4}(?:code|pin|otp|password|passcode)\b)`,
  'gi',
)

/** "Your code is 482913", "482913 is your login code", "login anna/hunter2". */
export function hideLogins(text: string, replacement: string): string {
  return text
    .replace(PAIR, (match, before: string, value: string) =>
      looksSecret('password', value) ? before + replacement : match,
    )
    .replace(BEFORE_CODE, (match, ...groups: (string | undefined)[]) =>
      NO_LOGIN.test(match) ? match : (groups.find((before) => before !== undefined) ?? '') + replacement,
    )
    .replace(AFTER_CODE, replacement)
}

export function loginPatterns(): Pattern[] {
  const digit = { characters: '0123456789', isOptional: false }
  const answers = ['is', 'as'].map((verb) => literal(` ${verb} your `))
  const logins = ['log', 'logged', 'logging', 'sign', 'signed', 'signing'].map((verb): Pattern => [
    ...literal(verb),
    { characters: ' -', isOptional: true },
    ...literal('in '),
  ])
  return [
    ...answers,
    ...logins,
    literal('basic '),
    ...['enter ', 'use '].map((verb) => [...literal(verb), digit, digit, digit]),
    ...['code ', 'code: ', 'code is '].map((text) => [...literal(text), digit]),
  ]
}
