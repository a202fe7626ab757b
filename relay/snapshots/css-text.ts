// Splits untrusted CSS as browsers read it (https://www.w3.org/TR/css-syntax-3/), in one pass. Its parts stay
// as they are.

const STRING = String.raw`"(?:\\[^]|[^"\\\n])*"?|'(?:\\[^]|[^'\\\n])*'?`
/** What may hide a bracket or a semicolon, and these. */
const TOKEN = new RegExp(
  String.raw`\/\*[^]*?(?:\*\/|$)|${STRING}|\\[^]|\burl\(\s*[^"'()\s][^)]*\)?|[{}()[\];]`,
  'gi',
)
const SPACE = /\s*/y
/** The rest is one more. */
const MAX_PARTS = 50_000

/** The last rule ends with the text: its blocks are closed. */
export function splitRules(css: string): string[] {
  return split(css, (first) => first === '@')
}

function splitDeclarations(css: string): string[] {
  return split(css, () => true)
}

/** `endsWithSemicolon`: whether a part with that first character does; each ends with its block. */
function split(css: string, endsWithSemicolon: (first: string) => boolean): string[] {
  const parts: string[] = []
  let start = firstOf(css, 0)
  let [blocks, brackets] = [0, 0]
  for (const { 0: token, index } of css.matchAll(TOKEN)) {
    const end = index + token.length
    let isEnd = false
    // A comment, or a bracket without its pair, between two parts.
    if (index === start && (token.startsWith('/*') || token === '}')) start = firstOf(css, end)
    else if (token === '(' || token === '[') brackets++
    else if (token === ')' || token === ']') brackets = Math.max(0, brackets - 1)
    else if (brackets > 0) continue
    else if (token === '{') blocks++
    else if (token === '}') isEnd = --blocks <= 0
    else if (token === ';') isEnd = blocks === 0 && endsWithSemicolon(css[start]!)
    if (!isEnd) continue
    parts.push(css.slice(start, end))
    start = firstOf(css, end)
    blocks = 0
    if (parts.length === MAX_PARTS) break
  }
  const rest = css.slice(start).trim()
  if (rest !== '') parts.push(rest + '}'.repeat(blocks))
  return parts
}

/** Where the first character that is no space is. */
function firstOf(css: string, start: number): number {
  SPACE.lastIndex = start
  SPACE.test(css)
  return SPACE.lastIndex
}

/** `text`: of a rule. Null: it has no block. */
export function blockOf(text: string): { head: string; body: string } | null {
  for (const { 0: token, index } of text.matchAll(TOKEN))
    if (token === '{')
      return { head: text.slice(0, index), body: text.slice(index + 1, text.lastIndexOf('}')) }
  return null
}

/** `values`: of properties, each with its priority; empty: the property is removed. */
export function withProperties(declarations: string, values: (readonly [string, string])[]): string {
  const byName = new Map(splitDeclarations(declarations).map((each) => [propertyOf(each), each]))
  for (const [property, value] of values) {
    // It would end the block.
    if (/[{}]/.test(property + value)) continue
    const declaration = `${property}: ${value}`
    byName.delete(propertyOf(declaration))
    if (value !== '') byName.set(propertyOf(declaration), declaration)
  }
  return [...byName.values()].map((each) => each.replace(/;$/, '')).join('; ')
}

/** A rule within declarations has its text. */
function propertyOf(declaration: string): string {
  const [name = ''] = declaration.endsWith('}') ? [declaration] : declaration.split(':', 1)
  return name.startsWith('--') ? name.trim() : name.trim().toLowerCase()
}
