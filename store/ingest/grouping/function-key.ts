// Names of functions in a form that is the same in every engine; empty where a minifier made the name.
import { pattern } from './pattern.ts'
import type { StackFrame } from './stack-frame.ts'

/** "total" of "Cart.total", "Object.total [as sum]", "total$1", "get total". Empty: none, or minified. */
export function functionKey({ function: name, file }: Pick<StackFrame, 'function' | 'file'>): string {
  const plain = plainName(name)
  return (isMinified(plain) && !isSource(file)) || TRANSPILED.test(plain) ? '' : plain
}

/**
 * Whether the file is the author's, as source maps and development servers name it: then a short name
 * ("fn0", "go") is the author's too.
 */
function isSource(file: string): boolean {
  const path = file.replace(/[?#].*$/, '')
  if (/\.(?:[cm]?tsx?|jsx|vue|svelte)$/.test(path)) return true
  // Scripts have an address or an absolute path; parts of React Native have a number.
  return /^(?:\.\.?\/)*[\w@.([][\w@./()[\] -]*\.[cm]?js$/.test(path) && !/^\d+\.js$/.test(path)
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

/** Minifiers use one or two letters, in big bundles three ("cIe", "i$r"). People write few of them: "fn0". */
export function isMinified(name: string): boolean {
  if (/^(?:fn|cb|el|db|ui)\d$/.test(name)) return false
  return (
    name.length < 3 || (name.length === 3 && /[$\d]|^.[A-Z]|[a-z][A-Z]$/.test(name) && !/^[A-Z]+$/.test(name))
  )
}
