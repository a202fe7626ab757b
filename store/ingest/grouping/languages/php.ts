// Stacks of PHP: `#0 file(line): call()`. The line is where the call of that name was made.
import { type StackReader, type StackSection, frameOf, moduleOf, numberOf } from './section.ts'

const FRAME = /^#(\d{1,4}) (?:(.{1,1000}?)\((\d{1,9})\)|\[internal function\]): (.{1,1000})$/
const MAIN = /^#\d{1,4} \{main\}/
/** The error, and the place that threw it. */
const HEADER = new RegExp(
  String.raw`^(?:PHP )?(?:Fatal error: +)?(?:Uncaught |Next )?(.*?)` +
    String.raw`(?: (?:in|at) (\/.{1,1000}?|[A-Za-z]:\\.{1,1000}?):(\d{1,9})\)?)?$`,
)
const LIBRARY = /[\\/]vendor[\\/]|^phar:|[\\/]wp-(?:includes|admin)[\\/]|[\\/]share[\\/](?:php|pear)[\\/]/

type Call = { file: string; line: number | null; call: string }

export const readPhp: StackReader = (lines) => {
  const sections: StackSection[] = []
  let header = ''
  let thrownAt: { file: string; line: number | null } | null = null
  let calls: Call[] = []
  /** `isMain`: the trace ended at `{main}`, which may be all of it. */
  const close = (isMain = false): void => {
    const section = { header, frames: calls.length > 0 || isMain ? toFrames(thrownAt, calls) : [] }
    if (section.frames.length > 0) sections.push(section)
    calls = []
    thrownAt = null
    header = ''
  }
  for (const line of lines) {
    const [, number, file = '', at, call] = FRAME.exec(line) ?? []
    if (number !== undefined) {
      if (number === '0' && calls.length > 0) close()
      calls.push({ file, line: numberOf(at), call: call ?? '' })
    } else if (MAIN.test(line)) close(true)
    else if (calls.length === 0 && !/^(?:\[stacktrace\]|Stack trace:)?$/.test(line.trim())) {
      const [, text = '', path, position] = HEADER.exec(line) ?? []
      header ||= text
      if (path !== undefined) thrownAt = { file: path, line: numberOf(position) }
    }
  }
  close()
  // A previous error is printed before the one that it caused.
  return sections.length === 0 ? null : sections.toReversed()
}

function toFrames(thrownAt: Pick<Call, 'file' | 'line'> | null, calls: Call[]) {
  const places = thrownAt === null ? calls : [thrownAt, ...calls]
  const functions = thrownAt === null ? calls.slice(1) : calls
  return places.flatMap(({ file, line }, index) => {
    if (file === '') return []
    const call = functions[index]?.call ?? ''
    const name = call.replace(/\(.*$/s, '')
    return [
      frameOf({
        function: name === '' ? '{main}' : name,
        name:
          name
            .split(/\\|->|::/)
            .at(-1)
            ?.replace(/^\{closure.*$/, '{closure}') ?? '',
        module: moduleOf(file),
        file,
        line,
        isOwn: !LIBRARY.test(file),
      }),
    ]
  })
}
