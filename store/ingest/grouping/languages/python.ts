// Tracebacks of Python: the innermost frame is the last, and the reported error is the last of a chain.
import { type StackReader, type StackSection, frameOf, moduleOf } from './section.ts'

const FRAME = /^[ \t|]{0,64}File "([^"]{1,1000})", line (\d{1,9})(?:, in (.{1,300}))?$/
const START = /^[ \t|+]{0,64}(?:Exception Group )?Traceback \(most recent call last\):$/
/** Before the errors that an `ExceptionGroup` holds. */
const MEMBERS = /^\s*\+-\+-/
/** "KeyError: 'id'", "shop.StockError: none left", "SystemExit". Of a group: "| ValueError: …". */
const ERROR = /^(?:[ \t]{0,64}\| )?[A-Za-z_][\w.]*(?:: .*)?$/
const LIBRARY = new RegExp(
  [
    String.raw`[\\/](?:site|dist)-packages[\\/]|[\\/](?:lib|Lib)[\\/]python\d[\d.]*[\\/]`,
    String.raw`|[\\/]Python\d{1,4}[\\/]Lib[\\/]|[\\/]\.?venv[\\/]lib|[\\/]python\d[\d.]*\.zip[\\/]`,
    String.raw`|^<frozen |^<string>$|^<__array_function__|\.pyenv[\\/]|[\\/]\.cache[\\/]bazel`,
  ].join(''),
)

export const readPython: StackReader = (lines) => {
  const sections: StackSection[] = []
  let current: StackSection = { header: '', frames: [] }
  let isOpen = false
  let group: number | undefined
  const close = (header: string): void => {
    if (current.frames.length > 0) sections.push({ header, frames: current.frames.toReversed() })
    current = { header: '', frames: [] }
    isOpen = false
  }
  for (const line of lines) {
    const [, file, number, name = ''] = FRAME.exec(line) ?? []
    if (file !== undefined) {
      current.frames.push(
        frameOf({
          function: name,
          name: nameOf(name),
          module: moduleOf(file),
          file,
          line: Number(number),
          isOwn: !LIBRARY.test(file),
        }),
      )
      isOpen = true
    } else if (MEMBERS.test(line) && group === undefined) {
      close('')
      group = sections.length
    } else if (START.test(line)) close('')
    else if (isOpen && ERROR.test(line)) close(line.replace(/^\s*\| /, ''))
  }
  close('')
  if (sections.length === 0) return null
  // The members of a group follow it.
  const chain = sections.slice(0, group ?? sections.length).toReversed()
  return [...chain, ...sections.slice(group ?? sections.length)]
}

/** "Cart.total.<locals>.<lambda>" since Python 3.11. */
function nameOf(name: string): string {
  const parts = name.split('.').filter((part) => part !== '<locals>')
  const last = parts.findLast((part) => !/^<(?:lambda|listcomp|dictcomp|setcomp|genexpr)>$/.test(part))
  return last ?? name
}
