// Backtraces of Ruby: `full_message` in both orders, and lines of `backtrace`.
import { type StackReader, type StackSection, frameOf, moduleOf } from './section.ts'

const FRAME = new RegExp(
  [
    String.raw`^\s{0,16}(?:(?<level>\d+): )?(?<from>from )?`,
    String.raw`(?<file>(?:[A-Za-z]:)?[^:\n]{1,1000}|<internal:[^>]+>|\(\w+\)):(?<line>\d{1,9})`,
    String.raw`:in [\x60'](?<name>[^']{1,300})'(?<message>: .*)?$`,
  ].join(''),
)
const LIBRARY = new RegExp(
  [
    String.raw`[\\/](?:gems|rubygems|vendor[\\/]bundle|\.(?:rbenv|rvm|asdf)|lib(?:64)?[\\/]ruby)[\\/]`,
    String.raw`|^<internal:|^\((?:eval|irb|pry)|[\\/]bin[\\/](?:bundle|rails|rake|puma|irb)$`,
  ].join(''),
)

export const readRuby: StackReader = (lines) => {
  const sections: StackSection[] = []
  let isReversed = false
  for (const line of lines) {
    const { level, from, file, line: number, name, message } = FRAME.exec(line)?.groups ?? {}
    if (file === undefined || name === undefined) continue
    if (level !== undefined) isReversed = true
    const frame = frameOf({
      function: name,
      name: nameOf(name),
      module: moduleOf(file),
      file,
      line: Number(number),
      isOwn: !LIBRARY.test(file),
    })
    const isHeader = message !== undefined && from === undefined && level === undefined
    // In the order of Ruby 2.5 to 3.0 the error itself comes last.
    if (sections.length === 0 || (isHeader && !isReversed))
      sections.push({ header: message?.slice(2) ?? '', frames: [frame] })
    else if (isReversed) sections.at(-1)!.frames.unshift(frame)
    else sections.at(-1)!.frames.push(frame)
  }
  return sections.length === 0 ? null : sections
}

/** "total" of "block (2 levels) in total", and of "Cart#total" since Ruby 3.4. */
function nameOf(name: string): string {
  return name.replace(/^.* in /, '').replace(/^.*(?:#|\.(?=\w))/, '')
}
