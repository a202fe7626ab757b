// What names a frame in every engine, and in the next release.
import { fileKey } from './file-key.ts'
import { functionKey, plainName } from './function-key.ts'
import type { StackFrame } from './stack-frame.ts'

/** "cart/totals|sumLines"; null: the function has no name, or a minifier made it. */
export function frameKey(frame: StackFrame): string | null {
  if (frame.owner !== undefined) return frame.name ? `${frame.module ?? ''}|${frame.name}` : null
  const name = functionKey(frame)
  return name === '' ? null : `${fileKey(frame.file)}|${name}`
}

/** The name alone; empty: no name. */
export function frameName(frame: StackFrame): string {
  return frame.name ?? plainName(frame.function)
}
