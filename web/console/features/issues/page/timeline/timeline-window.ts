// The period before an exception that its timeline shows.
import type { TimelineRow } from '../../../../../../contract/timeline/rows.ts'

const SECOND = 1e9
const MINUTE = 60 * SECOND

/** Round lengths in nanoseconds. */
const LENGTHS = [
  ...[0.1, 0.2, 0.5, 1, 2, 5, 7, 10, 20, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 30, 60].map((minutes) => minutes * MINUTE),
]
/** Enough rows to explain most errors, and the number of rows that fit on a screen. */
const GOOD_ROWS = 8
const MORE_ROWS = 24
/** Leaves space at the left end of the axis. */
const MARGIN = 1.04

/** Nanoseconds before the exception; `isAll`: nothing is earlier. */
export type TimelineWindow = { length: number; isAll: boolean }

/**
 * The lengths to choose from, the shortest first: one with the failed spans and some rows, a longer one, and
 * all. If the first covers all rows, it is the only one.
 */
export function timelineWindows(rows: TimelineRow[]): TimelineWindow[] {
  const starts = rows.map(({ start }) => -start)
  const longest = Math.max(...starts, 1)
  const all = { length: longest * MARGIN, isAll: true }
  const causes = rows.filter(
    ({ content }) => content.kind === 'span' && content.node.failed && !content.node.isCarrier,
  )
  const needed = Math.max(0, ...causes.map(({ start }) => -start))
  const lengthFor = (count: number) =>
    LENGTHS.find((length) => {
      const visible = rows.filter((row) => !isEarlier(row, length)).length
      return length >= needed * MARGIN && visible >= Math.min(count, rows.length)
    })
  const lengths = [lengthFor(GOOD_ROWS), lengthFor(MORE_ROWS)].filter(
    (length) => length !== undefined && rows.some((row) => isEarlier(row, length)),
  )
  const shorter = [...new Set(lengths)].map((length) => ({ length: length ?? 0, isAll: false }))
  return [...shorter, all]
}

/** True if the row ends before the window. A span that overlaps the window is drawn from its left edge. */
export function isEarlier({ end }: TimelineRow, length: number): boolean {
  return end < -length
}
