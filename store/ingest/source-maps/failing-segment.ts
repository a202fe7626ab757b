// Engines point at another token than the one that failed. Where a minifier has moved that token beside code
// of another line, its segment is the next one.
import type { Segment } from './mappings.ts'
import type { SegmentMatch } from './segments.ts'

/** "return " in the generated code. */
const KEYWORD_COLUMNS = 8

/** `lineOf`: the original line of a segment. `column`: of the position, from 0. */
export function failingSegment(
  { segment, next }: SegmentMatch,
  column: number,
  lineOf: (segment: Segment) => string,
): Segment {
  if (!next || next.source !== segment.source || next.originalLine === segment.originalLine) return segment
  // Gecko names the beginning of a statement: `return` of "return order.price.amount".
  if (segment.column === column && next.column - column <= KEYWORD_COLUMNS) {
    const statement = lineOf(segment).slice(segment.originalColumn, segment.originalColumn + KEYWORD_COLUMNS)
    return /^(?:return|yield|throw)\b/.test(statement) ? next : segment
  }
  // JavaScriptCore names the dot before a property.
  if (segment.column === column || next.column !== column + 1) return segment
  return lineOf(next).slice(0, next.originalColumn).endsWith('.') ? next : segment
}
