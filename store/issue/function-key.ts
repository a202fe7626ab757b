// Names of functions, in words that are the same in every engine and survive a minifier or show that they did not.

/** "total" of "Cart.total", "Object.total [as sum]", "total$1", "get total". Empty: no name, or one that a minifier made. */
export function functionKey(name: string): string {
  const bare = plainName(name)
  return isMinified(bare) || TRANSPILED.test(bare) ? '' : bare
}

/** What compilers of async functions put where a name was. */
const TRANSPILED =
  /^(?:_?callee\d*\$?|_next|_throw|asyncGeneratorStep|_?asyncToGenerator|__awaiter|__generator|fulfilled|rejected|tryCatch)$/

export function plainName(name: string): string {
  // Gecko names a nameless function after the one around it ("loadAll/<"); the others do not.
  if (name.endsWith('<')) return ''
  const bare = name
    .replace(/ \[as [^\]]*\]$/, '')
    .replace(/^(?:<\?>|<wasm>)?\.?wasm-function\[(.*)\]$/, '$1')
    .replace(/^(?:get|set|static|async|new) /, '')
    .replace(/\$\d+$/, '')
  const last = bare
    .slice(Math.max(bare.lastIndexOf('.'), bare.lastIndexOf('/')) + 1)
    .replace(/^(?:get|set) /, '')
  return /^(?:<.*>|anonymous(?: function)?|(?:global|module|eval) code|eval|\?|\d+)$/.test(last) ? '' : last
}

/** Minifiers use one or two letters, and three in big bundles ("cIe", "i$r"), which no person writes that way. */
export function isMinified(name: string): boolean {
  return (
    name.length < 3 || (name.length === 3 && /[$\d]|^.[A-Z]|[a-z][A-Z]$/.test(name) && !/^[A-Z]+$/.test(name))
  )
}
