// Where an exception occurred, in one short line, and its stack as frames of the API.
import { fileName } from './file-key.ts'
import { frameName } from './frame-key.ts'
import { isMinified } from './function-key.ts'
import { ownerOf } from './owner.ts'
import type { StackFrame } from './stack-frame.ts'
import { parseStack, readCauses } from './stack.ts'

/** Characters: longer ones do not fit a row of the list. */
const MAX_CULPRIT = 200

/** Of a chain. */
const MAX_CAUSES = 10

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
  const name = frameName(frame)
  if (file === '' && isMinified(name)) return ''
  return [file, name].filter((part) => part !== '').join(' · ')
}

/** Of a stack whose text has the causes too, as Java's and Python's do. */
export function causesOf(
  stacktrace: string,
  page: string,
): { type: string; message: string; frames: OwnedFrame[] }[] {
  const causes = readCauses(stacktrace).slice(0, MAX_CAUSES)
  return causes.map(({ header, frames }) => {
    const [, type = '', message = ''] = /^([\w.$\\]{1,200})(?:: ([^]*))?$/.exec(header) ?? [
      header,
      '',
      header,
    ]
    return { type, message, frames: frames.map((frame) => toOwnedFrame(frame, page)) }
  })
}

/** A frame, and whether it is in the code of the application. */
type OwnedFrame = Pick<StackFrame, 'function' | 'file' | 'line' | 'column'> & { inApp: boolean }

export function framesOf(stacktrace: string, page: string): OwnedFrame[] {
  return parseStack(stacktrace).map((frame) => toOwnedFrame(frame, page))
}

function toOwnedFrame(frame: StackFrame, page: string): OwnedFrame {
  const { function: name, file, line, column } = frame
  return { function: name, file, line, column, inApp: ownerOf(frame, page) === 'own' }
}
