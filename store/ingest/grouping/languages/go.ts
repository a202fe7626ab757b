// Stacks of Go: a panic, `debug.Stack()`, or `%+v` of an error with a stack. A function, then a line with its
// place.
import { type StackReader, frameOf, moduleOf, numberOf, startsWith } from './section.ts'

const PLACE = /^\s+(\S.*\.(?:go|s|c)|_cgo_gotypes\.go):(\d{1,9})(?: \+0x[\da-f]+)?$/
const GOROUTINE = /^goroutine \d+(?: gp=\S+ m=\S+(?: mp=\S+)?)? \[/
const CREATED = /^created by (.+?)(?: in goroutine \d+)?$/
const STANDARD = startsWith(`
  archive bufio bytes cmp compress container context crypto database debug embed encoding errors expvar flag
  fmt go hash html image index internal io iter log maps math mime net os path plugin reflect regexp runtime
  slices sort strconv strings structs sync syscall testing text time unicode unique unsafe weak
`)
/** The root of Go, the cache of modules, copies of modules; with -trimpath a module has its version. */
const LIBRARY =
  /\/go(?:-?\d[\w.]*)?(?:\/[\d.]+)?(?:\/x64)?\/src\/|\/pkg\/mod\/|\/vendor\/|@v\d|^\$?GOROOT\/|\/Go\/src\//
/** What runs because of a panic, up to the call that failed. */
const PANIC = /^(?:panic|runtime\.(?:gopanic|sigpanic|goPanic\w*|panic\w*))$/

export const readGo: StackReader = (lines) => {
  const frames = []
  let hasStarted = false
  for (const [index, line] of lines.entries()) {
    if (GOROUTINE.test(line)) {
      // The others were only running at the same time.
      if (hasStarted && frames.length > 0) break
      hasStarted = true
      continue
    }
    const [, file, number] = PLACE.exec(line) ?? []
    if (file === undefined) continue
    const caller = (lines[index - 1] ?? '').trim()
    const [, creator] = CREATED.exec(caller) ?? []
    const text = creator ?? withoutArguments(caller)
    if (!/^[\w./\-*()[\]·$@~%]+$/.test(text)) continue
    frames.push(
      frameOf({
        function: text.slice(text.lastIndexOf('/') + 1),
        name: nameOf(text),
        module: /\/|^main\./.test(text) ? moduleOf(file) : packageOf(text),
        file,
        line: numberOf(number),
        isOwn: !LIBRARY.test(file) && !(STANDARD.test(text) && !file.startsWith('/')),
        async: creator !== undefined,
      }),
    )
  }
  const panic = frames.findLastIndex(({ function: name }) => PANIC.test(name))
  const cause = frames.slice(panic + 1)
  if (cause.length === 0) return frames.length === 0 ? null : [{ header: '', frames }]
  return [{ header: '', frames: cause }]
}

/** "main.(*Cart).Total(0xc000010000, {0x1, 0x2})" */
function withoutArguments(text: string): string {
  if (!text.endsWith(')')) return text
  let depth = 0
  for (let index = text.length - 1; index >= 0; index--) {
    if (text[index] === ')') depth++
    else if (text[index] === '(' && --depth === 0) return text.slice(0, index)
  }
  return text
}

/** "Total" of "example.com/shop/cart.(*Cart[...]).Total.func1.2": the closure's number changes. */
function nameOf(text: string): string {
  const local = text.slice(text.lastIndexOf('/') + 1).replaceAll(/\[[^\]]*\]/g, '')
  return (
    local
      .replace(/(?:\.(?:func)?\d+|\.gowrap\d+|-fm|-range\d+)+$/, '')
      .split('.')
      .at(-1) ?? local
  )
}

function packageOf(text: string): string {
  return text.split('.')[0] ?? ''
}
