// What engines quote from the source: "t.items.map(o)", "t.price.net", "a.x = 5".

/** Characters read of an expression. Engines quote whole minified statements. */
const MAX_EXPRESSION = 500

/** The last name: "map", "net", "x". Minifiers keep the names of properties. */
export function lastMember(expression: string): string {
  return name(bare(expression))
}

/** The same for what was called or constructed. A lone name of one or two letters is a minified variable. */
export function callee(expression: string): string {
  const called = bare(expression)
  return /^[\w$]{1,2}$/.test(called) ? '<minified>' : name(called)
}

function bare(expression: string): string {
  return withoutCall(
    expression
      .slice(0, MAX_EXPRESSION)
      .replace(/\s*=(?!=)[^]*$/, '')
      .trim(),
  )
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
    else if (expression[at] === '(' && --open === 0) return expression.slice(0, at)
  }
  return expression
}
