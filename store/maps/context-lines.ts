// The source lines around a position, for people.
import { blankControl } from './clean-text.ts'

const LINES_AROUND = 5

/** Generated lines have many thousand characters. */
const MAX_COLUMNS = 300

/**
 * `cut`: characters that are left out at the beginning of `line`, where it is too long to be shown whole.
 */
export type Context = { before: string[]; line: string; after: string[]; cut?: number }

/** Offsets at which the lines of `text` begin. */
export type SourceText = { text: string; starts: Uint32Array; size: number }

export function splitLines(text: string): SourceText {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return { text, starts: new Uint32Array(starts), size: text.length * 2 + starts.length * 4 }
}

/** `line` and `column` from 0. Undefined: the text is empty or has no such line. */
export function contextOf(source: SourceText, line: number, column: number): Context | undefined {
  if (source.text === '' || line >= source.starts.length) return undefined
  const { text, cut } = around(lineOf(source, line), column)
  const first = Math.max(0, line - LINES_AROUND)
  const end = Math.min(source.starts.length, line + 1 + LINES_AROUND)
  const context = {
    before: linesOf(source, first, line),
    line: text,
    after: linesOf(source, line + 1, end),
  }
  return cut === 0 ? context : { ...context, cut }
}

function around(line: string, column: number): { text: string; cut: number } {
  const most = Math.max(0, line.length - MAX_COLUMNS)
  const cut = Math.min(most, Math.max(0, column - MAX_COLUMNS / 2))
  return { text: blankControl(line.slice(cut, cut + MAX_COLUMNS)), cut }
}

function linesOf(source: SourceText, first: number, end: number): string[] {
  return Array.from({ length: end - first }, (_, index) =>
    blankControl(lineOf(source, first + index).slice(0, MAX_COLUMNS)),
  )
}

/** `line` from 0. Empty: the text has no such line. */
export function lineOf({ text, starts }: SourceText, line: number): string {
  return line < starts.length ? text.slice(starts[line], starts[line + 1]).replace(/\r?\n$/, '') : ''
}
