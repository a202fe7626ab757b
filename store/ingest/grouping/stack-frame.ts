// A frame of a stack, and its location: "https://shop.example/a.js:3:14", "[native code]",
// "https://shop.example/cart.wasm:wasm-function[12]:0x1a3f".

export type StackFrame = {
  /** As the engine wrote it, without `async` and `new`. Empty: no name. */
  function: string
  /** Of WebAssembly: the address of the module, then `:wasm-function[12]:0x1a3f`. */
  file: string
  line: number | null
  column: number | null
  /** A caller across an `await` or a callback. Not every engine prints them, and not equally many. */
  async: boolean
  /** In code that `eval` or `new Function` made. File, line and column are of that call. */
  isEvaluated: boolean
  /** Of other languages than JavaScript: whose code it is, and what names it in the next release as well. */
  owner?: 'own' | 'library'
  name?: string
  module?: string
}

type Location = Pick<StackFrame, 'file' | 'line' | 'column'>

const LOCATION = /^(.*?)(?::(\d{1,9}))?(?::(\d{1,9}))?$/

/** A function of WebAssembly has no line: its location is its index and the offset of the instruction. */
const WASM = /(?::wasm-function\[\d+\](?::(?:0x[\da-f]+|\d+))?|^\[wasm code\])$/

export function parseLocation(text: string): Location {
  if (WASM.test(text)) return { file: text, line: null, column: null }
  const [, file = text, line, column] = LOCATION.exec(text) ?? []
  return {
    file,
    line: line === undefined ? null : Number(line),
    column: column === undefined ? null : Number(column),
  }
}

export function isWasm(file: string): boolean {
  return WASM.test(file)
}

/** "https://shop.example/shop.wasm" of a frame of WebAssembly. */
export function wasmModule(file: string): string {
  return file.replace(WASM, '')
}
