// The functions of an endless recursion: they are the bug, and the frame in which the stack overflows is
// random.
import { fileKey } from './file-key.ts'
import { frameKey } from './frame-key.ts'
import type { StackFrame } from './stack-frame.ts'

/**
 * Keys of the functions that repeat one after the other, sorted; empty if no function does. `frames`: of the
 * application.
 */
export function recursionCycle(frames: StackFrame[]): string[] {
  const names = frames.map(({ function: name, file }) => `${fileKey(file)}|${name}`)
  let longest = { start: 0, period: 0, length: 0 }
  for (let period = 1; period < names.length; period++) {
    const repeated = longestRepetition(names, period)
    // Of a cycle and its multiples, the cycle.
    if (repeated.length > longest.length) longest = repeated
  }
  const cycle = frames.slice(longest.start, longest.start + longest.period)
  return [...new Set(cycle.map((frame) => frameKey(frame) ?? `${fileKey(frame.file)}|`))].sort()
}

type Repetition = { start: number; period: number; length: number }

/** The longest part of `names` in which each is the same as `period` later. */
function longestRepetition(names: string[], period: number): Repetition {
  let longest: Repetition = { start: 0, period, length: 0 }
  let start = 0
  for (let index = 0; index + period <= names.length; index++) {
    if (index + period < names.length && names[index] === names[index + period]) continue
    if (index > start && index - start + period > longest.length)
      longest = { start, period, length: index - start + period }
    start = index + 1
  }
  return longest
}
