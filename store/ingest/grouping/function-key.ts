// Names of functions in a form that is the same in every engine; empty where a minifier made the name.
import { pattern } from './pattern.ts'

/** "total" of "Cart.total", "Object.total [as sum]", "total$1", "get total". Empty: none, or minified. */
export function functionKey(name: string): string {
  const plain = plainName(name)
  return isMinified(plain) || TRANSPILED.test(plain) ? '' : plain
}

/** Names that compilers of async functions use instead of the original. */
const TRANSPILED = pattern()`
    ^(?:_?callee\d*\$?|_next|_throw|asyncGeneratorStep|_?asyncToGenerator|__awaiter|__generator
    |fulfilled|rejected|tryCatch)$
  `

/** Without class, accessor and alias; empty where the function has no name. */
export function plainName(name: string): string {
  // Gecko names an anonymous function after the outer one ("loadAll/<"); the others do not.
  if (name.endsWith('<')) return ''
  const cleaned = name
    .replace(/ \[as [^\]]*\]$/, '')
    .replace(/^(?:.*\.)?wasm-function\[(.*)\]$/, '$1')
    // Rust adds a hash of the build to the names of its functions.
    .replace(/::h[\da-f]{16}$/, '')
    .replace(/^(?:get|set|static|async|new) /, '')
    .replace(/\$\d+$/, '')
  const last = cleaned
    .slice(Math.max(cleaned.lastIndexOf('.'), cleaned.lastIndexOf('/')) + 1)
    .replace(/^(?:get|set) /, '')
  return /^(?:<.*>|anonymous(?: function)?|(?:global|module|eval) code|eval|\?|\d+)$/.test(last) ? '' : last
}

/** Minifiers use one or two letters, in big bundles three ("cIe", "i$r"). People do not write such names. */
export function isMinified(name: string): boolean {
  return (
    name.length < 3 || (name.length === 3 && /[$\d]|^.[A-Z]|[a-z][A-Z]$/.test(name) && !/^[A-Z]+$/.test(name))
  )
}
