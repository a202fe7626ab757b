// Backtraces of Rust: "2: shop::cart::total", then "at ./src/cart.rs:12:9".
import { pattern } from '../pattern.ts'
import { type StackReader, frameOf, moduleOf, numberOf } from './section.ts'

const FUNCTION = /^\s*(\d{1,4}):\s+(?:0x[\da-f]+ - )?(.{1,500})$/
const PLACE = /^\s+at (.{1,1000}\.(?:rs|[chsS]|cpp)):(\d{1,9})(?::(\d{1,9}))?$/
const LIBRARY = /^\/rustc\/|[\\/]\.cargo[\\/]|[\\/]rustlib[\\/]|^\/?library\//
const STANDARD = /^<?(?:std|core|alloc|test|rust_begin_unwind|__rust|tokio|futures|hyper|tower|axum|actix)\b/

/** What runs because of a panic. `std::panicking::try` is below `main`. */
const PANIC = pattern()`
  ^(?:core::(?:panicking|option::(?:unwrap|expect)_failed|result::unwrap_failed)|
  std::panicking::begin_panic)
`

export const readRust: StackReader = (lines) => {
  if (!lines.some((line) => PLACE.test(line))) return null
  const frames = lines.flatMap((line, index) => {
    const [, , call] = FUNCTION.exec(line) ?? []
    if (call === undefined) return []
    const [, file = '', number, column] = PLACE.exec(lines[index + 1] ?? '') ?? []
    // Hashes of the build.
    const name = call.replace(/::h[\da-f]{16}$/, '').replaceAll(/\[[\da-f]{16}\]/g, '')
    const isOwn = file !== '' && !LIBRARY.test(file) && !STANDARD.test(name)
    return [
      frameOf({
        function: name,
        name: nameOf(name),
        module: file === '' ? name.split('::').slice(0, -1).join('::') : moduleOf(file),
        file,
        line: numberOf(number),
        column: numberOf(column),
        isOwn,
      }),
    ]
  })
  const panic = frames.findLastIndex(({ function: name }) => PANIC.test(name))
  return frames.length === 0 ? null : [{ header: '', frames: frames.slice(panic + 1) }]
}

function nameOf(name: string): string {
  return (
    name
      .replaceAll(/::\{(?:\{closure\}|closure#\d+)\}/g, '')
      .replaceAll(/<[^<>]*>/g, '')
      .split('::')
      .at(-1) ?? name
  )
}
