// Where it broke, in one short line, and the frames of a stack as the console shows them.
import type { Frame } from '../api/contract.ts'
import { fileName } from './file-key.ts'
import { plainName } from './function-key.ts'
import { ownerOf } from './owner.ts'
import { parseStack } from './stack.ts'

/** Longer ones do not fit a row of the inbox. */
const MAX_CULPRIT = 200

/** `file · function` of the first own frame, else of the first at all. */
export function culprit(stacktrace: string, page: string): string {
  const frames = parseStack(stacktrace)
  const first = frames.find((frame) => ownerOf(frame, page) === 'own') ?? frames[0]
  if (!first) return ''
  return [fileName(first.file), plainName(first.function)]
    .filter((part) => part !== '')
    .join(' · ')
    .slice(0, MAX_CULPRIT)
}

export function framesOf(stacktrace: string, page: string): Frame[] {
  return parseStack(stacktrace).map((frame) => ({
    function: frame.function,
    file: frame.file,
    line: frame.line,
    column: frame.column,
    inApp: ownerOf(frame, page) === 'own',
  }))
}
