// The named functions of a source, so that a position finds the innermost one around it.
import type { SyntaxNode } from './parse-source.ts'
import { collectFunctions } from './function-names.ts'
import { TextList } from './texts.ts'

/** Numbers of a range in `positions`: begin and end (line from 1, column from 0), index of the one around. */
const FIELDS = 5

/** In order of their beginning. `names`: of each range. */
export type FunctionRanges = { positions: Int32Array; names: TextList; size: number }

export function functionRanges(program: SyntaxNode): FunctionRanges {
  const functions = collectFunctions(program).sort(
    ({ node: { loc: a } }, { node: { loc: b } }) =>
      a.start.line - b.start.line ||
      a.start.column - b.start.column ||
      b.end.line - a.end.line ||
      b.end.column - a.end.column,
  )
  const positions = new Int32Array(functions.length * FIELDS)
  const around: number[] = []
  for (const [index, { node }] of functions.entries()) {
    const { start, end } = node.loc
    while (around.length > 0 && !isInside(positions, around.at(-1) ?? 0, start)) around.pop()
    positions.set([start.line, start.column, end.line, end.column, around.at(-1) ?? -1], index * FIELDS)
    around.push(index)
  }
  // As bytes: a name that the parser has cut out of the source keeps all of its text in memory.
  const names = new TextList(functions.map(({ name }) => name))
  return { positions, names, size: positions.byteLength + names.size }
}

/** Empty: no named function is around the position (line from 1, column from 0). */
export function functionAt(ranges: FunctionRanges, position: { line: number; column: number }): string {
  const { positions, names } = ranges
  let [low, high] = [0, positions.length / FIELDS]
  while (low < high) {
    const middle = (low + high) >>> 1
    const line = positions[middle * FIELDS] ?? 0
    const column = positions[middle * FIELDS + 1] ?? 0
    if (line > position.line || (line === position.line && column > position.column)) high = middle
    else low = middle + 1
  }
  let index = low - 1
  while (index >= 0 && !isInside(positions, index, position)) index = positions[index * FIELDS + 4] ?? -1
  return names.at(index)
}

/** Only the end is compared. */
function isInside(
  positions: Int32Array,
  range: number,
  { line, column }: { line: number; column: number },
): boolean {
  const endLine = positions[range * FIELDS + 2] ?? 0
  return line < endLine || (line === endLine && column < (positions[range * FIELDS + 3] ?? 0))
}
