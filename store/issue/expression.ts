// What engines quote from the source: "t.items.map(o)", "t.price.net", "a.x = 5".
import { isMinified } from './function-key.ts'

/** Characters read of an expression. Engines quote whole minified statements. */
const MAX_EXPRESSION = 500

/** The last name: "map", "net", "x". Minifiers keep the names of properties. A place in a list is a value. */
export function lastMember(expression: string): string {
  const last = name(bare(expression))
  return /^\d+$/.test(last) ? '<number>' : last
}

/** The same for what was called or constructed. A lone name as minifiers make them says nothing. */
export function callee(expression: string): string {
  const called = bare(expression)
  return isMinified(called) ? '<minified>' : name(called)
}

function bare(expression: string): string {
  const called = withoutCall(
    expression
      .slice(0, MAX_EXPRESSION)
      .replace(/\s*=(?!=)[^]*$/, '')
      .trim(),
  )
  // "(0 , cart.total)": how compilers call what was imported.
  return called.replace(/^\((?:0|void 0)\s*,\s*([^()]+)\)$/, '$1').replaceAll('?.', '.')
}

function name(expression: string): string {
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
  if (!expression.endsWith(')')) return expression
  let open = 0
  for (let at = expression.length - 1; at >= 0; at--) {
    if (expression[at] === ')') open++
    else if (expression[at] === '(' && --open === 0) return at === 0 ? expression : expression.slice(0, at)
  }
  return expression
}
