// The source lines around a position, for people.
import { blankControl } from './clean-text.ts'

export const LINES_AROUND = 5

/** Generated lines have many thousand characters. */
const MAX_COLUMNS = 300

/** `cut`: characters left out at the beginning of `line`, where it is too long to be shown whole. */
export type Context = { before: string[]; line: string; after: string[]; cut?: number }

/** `index`: of the line among `lines`. `column`: from 0. Undefined: there is no such line. */
export function contextOf(lines: string[], index: number, column: number): Context | undefined {
  const text = lines[index]
  if (text === undefined) return undefined
  const most = Math.max(0, text.length - MAX_COLUMNS)
  const cut = Math.min(most, Math.max(0, column - MAX_COLUMNS / 2))
  const context = {
    before: lines.slice(0, index).map(clean),
    line: clean(text.slice(cut)),
    after: lines.slice(index + 1).map(clean),
  }
  return cut === 0 ? context : { ...context, cut }
}

function clean(line: string): string {
  return blankControl(line.slice(0, MAX_COLUMNS).replace(/\r$/, ''))
}
