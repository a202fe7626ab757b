// Where the lines of a built file begin. Long animation frames name a position by its characters from the
// start of the file; source maps have lines and columns.
import type { Segments } from './segments.ts'

/** Characters before each line; null: not known. */
export type LineStarts = Uint32Array | null

/**
 * `lengths`: of the lines, with their line breaks, as the upload sends them. Without them only the first line
 * is known, which is enough for a minified file without a comment in front of its code.
 */
export function lineStartsOf(lengths: number[] | null, { lastLine }: Segments): LineStarts {
  if (lengths === null) return lastLine === 0 ? Uint32Array.of(0) : null
  let start = 0
  return Uint32Array.from(lengths, (length) => {
    start += length
    return start - length
  })
}

type Place = { map: string; line: number; column: number }

/** `column`: the characters before it in the file, plus 1. Null: the line is not known. */
export function placeOf(starts: LineStarts, { map, column }: Omit<Place, 'line'>): Place | null {
  if (starts === null) return null
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (starts[middle]! < column) low = middle + 1
    else high = middle
  }
  return low === 0 ? null : { map, line: low, column: column - starts[low - 1]! }
}
