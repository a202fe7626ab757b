// Expressions that engines quote from the source: "t.items.map(o)", "t.price.net", "a.x = 5".
import { isMinified } from './function-key.ts'

/** Characters of an expression that are read. Engines quote complete minified statements. */
const MAX_EXPRESSION = 500

/** The last name ("map", "net", "x"): minifiers do not change properties. An index of a list is a value. */
export function lastMember(expression: string): string {
  const last = lastName(withoutArguments(expression))
  return /^\d+$/.test(last) ? '<number>' : last
}

/** The same for what was called or constructed. A single minified name is not useful. */
export function callee(expression: string): string {
  const called = withoutArguments(expression)
  return isMinified(called) ? '<minified>' : lastName(called)
}

function withoutArguments(expression: string): string {
  const called = withoutCall(
    expression
      .slice(0, MAX_EXPRESSION)
      .replace(/\s*=(?!=)[^]*$/, '')
      .trim(),
  )
  // "(0 , cart.total)": compilers call imported functions like this.
  return called.replace(/^\((?:0|void 0)\s*,\s*([^()]+)\)$/, '$1').replaceAll('?.', '.')
}

function lastName(expression: string): string {
  return (
    expression
      .replace(/["'\]]+$/, '')
      .split(/[.["'/]/)
      .at(-1)
      ?.trim() ?? ''
  )
}

/** "a.b" of "a.b(c(d))". */
function withoutCall(expression: string): string {
  const open = openingBracket(expression)
  return open > 0 ? expression.slice(0, open) : expression
}

/** Index of the bracket that the last character closes; -1: it closes no bracket. */
export function openingBracket(text: string): number {
  if (!text.endsWith(')')) return -1
  let open = 0
  for (let index = text.length - 1; index >= 0; index--) {
    if (text[index] === ')') open++
    else if (text[index] === '(' && --open === 0) return index
  }
  return -1
}
