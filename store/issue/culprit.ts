// Where an exception occurred, in one short line, and its stack as frames of the API.
import { fileName } from './file-key.ts'
import { plainName } from './function-key.ts'
import { ownerOf } from './owner.ts'
import type { StackFrame } from './stack-frame.ts'
import { parseStack } from './stack.ts'

/** Characters: longer ones do not fit a row of the list. */
const MAX_CULPRIT = 200

/** `file · function` of the first own frame, or else of the first frame. */
export function culprit(stacktrace: string, page: string): string {
  const frames = parseStack(stacktrace)
  const first = frames.find((frame) => ownerOf(frame, page) === 'own') ?? frames[0]
  if (!first) return ''
  return [fileName(first.file), plainName(first.function)]
    .filter((part) => part !== '')
    .join(' · ')
    .slice(0, MAX_CULPRIT)
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
