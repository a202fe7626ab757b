// Makes untrusted CSS harmless: nothing in it names an address. It is read as browsers read it
// (https://www.w3.org/TR/css-syntax-3/), so that no escape and no comment hides a function.

const ESCAPE = String.raw`\\(?:[\da-f]{1,6}[ \t\n]?|[^\n\da-f])`
const NAME = String.raw`(?:[\w-]|[^\0-\x7f]|${ESCAPE})`
const STRING = String.raw`"(?:\\[^]|[^"\\\n])*"?|'(?:\\[^]|[^'\\\n])*'?`

/** In turn: a comment, a string, a name with the bracket behind it or the `@` before it, anything else. */
const TOKEN = new RegExp(
  String.raw`(?<comment>\/\*[^]*?(?:\*\/|$))|(?<string>${STRING})|(?<name>@?${NAME}+\(?)|[^]`,
  'giy',
)
/** Addresses, and what calls code or reads other elements. */
const FUNCTIONS = new Set(
  (
    'url src image image-set -webkit-image-set cross-fade -webkit-cross-fade element -moz-element paint ' +
    'url-prefix domain document regexp expression'
  ).split(' '),
)
const AT_RULES = new Set(
  'media supports container layer scope starting-style keyframes -webkit-keyframes property'.split(' '),
)
const UNQUOTED = new RegExp(String.raw`(?:${ESCAPE}|[^)\\])*`, 'giy')

/** Characters of a part. */
const PART_LENGTH = 64 * 1024

/** `css`: rules, or declarations. */
export function harmlessStyles(css: string): string {
  return [...harmlessParts(css)].join('')
}

/** The same in parts, for a thread that has other work. */
export function* harmlessParts(css: string): Generator<string> {
  const text = css
    .toWellFormed()
    .replaceAll(/\r\n?|\f/g, '\n')
    .replaceAll('\0', '\uFFFD')
  let result = ''
  let at = 0
  while (at < text.length) {
    const token = next(text, at)
    const { comment, string, name } = token.groups
    at = token.end
    if (comment !== undefined) result += ' '
    else if (string !== undefined) result += isClosed(string) ? string : '""'
    else if (name?.startsWith('@') && !AT_RULES.has(decode(name.slice(1)).toLowerCase())) {
      at = endOfRule(text, at)
      result += ' '
    } else if (name?.endsWith('(') && FUNCTIONS.has(functionName(name))) {
      at = endOfFunction(text, at)
      result += ' none '
    } else result += token.text
    if (result.length > PART_LENGTH && !result.endsWith('<')) {
      yield withoutEndOfElement(result)
      result = ''
    }
  }
  yield withoutEndOfElement(result)
}

/** Also within a string. */
function withoutEndOfElement(css: string): string {
  return css.replaceAll('</', '<\\/')
}

type Token = { text: string; end: number; groups: Record<string, string | undefined> }

function next(text: string, at: number): Token {
  TOKEN.lastIndex = at
  const match = TOKEN.exec(text)!
  return { text: match[0], end: TOKEN.lastIndex, groups: match.groups ?? {} }
}

function isClosed(string: string): boolean {
  const inside = string.slice(1).replaceAll(/\\[^]/g, '')
  return inside.endsWith(string[0]!)
}

/** The string, the address or the parameters of a function end with its bracket. */
function endOfFunction(text: string, start: number): number {
  const first = /\S/.exec(text.slice(start, start + 100))?.[0]
  if (first !== '"' && first !== "'" && !text.slice(start, start + 100).includes('(')) {
    UNQUOTED.lastIndex = start
    UNQUOTED.exec(text)
    return Math.max(start, UNQUOTED.lastIndex) + 1
  }
  for (let [at, depth] = [start, 1]; at < text.length;) {
    const token = next(text, at)
    at = token.end
    if (token.text === ')') depth--
    else if (token.text.endsWith('(') && token.groups['string'] === undefined) depth++
    if (depth === 0) return at
  }
  return text.length
}

/** Of an at-rule: its semicolon, or its block. */
function endOfRule(text: string, start: number): number {
  for (let [at, depth] = [start, 0]; at < text.length;) {
    const token = next(text, at)
    if (depth === 0 && token.text === '}') return at
    at = token.end
    if (token.text === '{') depth++
    else if (token.text === '}') depth--
    if (depth === 0 && (token.text === ';' || token.text === '}')) return at
  }
  return text.length
}

/** Of some characters beyond ASCII, not all browsers agree that they belong to a name. */
function functionName(token: string): string {
  return decode(token.slice(0, -1))
    .toLowerCase()
    .split(/[^\0-\x7f]/)
    .at(-1)!
}

function decode(name: string): string {
  return name.replaceAll(/\\(?:([\da-f]{1,6})[ \t\n]?|([^]))/gi, (_, code?: string, sign?: string) => {
    const point = Number.parseInt(code ?? '', 16)
    if (code === undefined) return sign ?? ''
    return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : '\uFFFD'
  })
}
