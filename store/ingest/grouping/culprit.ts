// Where an exception occurred, in one short line, and its stack as frames of the API.
import { fileName } from './file-key.ts'
import { isMinified, plainName } from './function-key.ts'
import { ownerOf } from './owner.ts'
import type { StackFrame } from './stack-frame.ts'
import { parseStack } from './stack.ts'

/** Characters: longer ones do not fit a row of the list. */
const MAX_CULPRIT = 200

/** `file · function` of the first own frame that has a readable name, or else of the first frame. */
export function culprit(stacktrace: string, page: string): string {
  const frames = parseStack(stacktrace)
  let hasOwn = false
  for (const frame of frames) {
    if (ownerOf(frame, page) !== 'own') continue
    hasOwn = true
    const title = titleOf(frame)
    if (title !== '') return title.slice(0, MAX_CULPRIT)
  }
  return hasOwn || !frames[0] ? '' : titleOf(frames[0]).slice(0, MAX_CULPRIT)
}

/** Empty: bundler and minifier made all of its names. */
function titleOf(frame: StackFrame): string {
  const file = fileName(frame.file)
  const name = plainName(frame.function)
  if (file === '' && isMinified(name)) return ''
  return [file, name].filter((part) => part !== '').join(' · ')
}

/** A frame, and whether it is in the code of the application. */
type OwnedFrame = Pick<StackFrame, 'function' | 'file' | 'line' | 'column'> & { inApp: boolean }

export function framesOf(stacktrace: string, page: string): OwnedFrame[] {
  return parseStack(stacktrace).map((frame) => ({
    function: frame.function,
    file: frame.file,
    line: frame.line,
    column: frame.column,
    inApp: ownerOf(frame, page) === 'own',
  }))
}
