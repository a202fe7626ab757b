// Moves in the tree of a trace.
import type { SpanTree } from './span-tree.ts'

export type TreeMove =
  | 'next'
  | 'previous'
  | 'collapse'
  | 'expand'
  | 'first'
  | 'last'
  | 'page-down'
  | 'page-up'

const PAGE_ROWS = 20

/** The span that a move leads to, among the visible rows. Collapsing and expanding is up to the caller. */
export function moveTarget(tree: SpanTree, rows: number[], selected: number, move: TreeMove): number {
  const row = rows.indexOf(selected)
  const at = (wanted: number) => rows[Math.min(rows.length - 1, Math.max(0, wanted))] ?? selected
  const { parent = 0, descendantCount = 0 } = tree.nodes[selected] ?? {}
  const targets: Record<TreeMove, number> = {
    next: at(row + 1),
    previous: at(row - 1),
    first: at(0),
    last: at(rows.length - 1),
    'page-down': at(Math.max(0, row) + PAGE_ROWS),
    'page-up': at(row - PAGE_ROWS),
    collapse: Math.max(0, parent),
    expand: descendantCount > 0 ? selected + 1 : selected,
  }
  return targets[move]
}

/**
 * The next (1) or previous (-1) failed span: causes in tree order, then echoes, and from the end to the start
 * again. From a span that did not fail: the nearest cause after or before it.
 */
export function nextFailed({ causes, echoes }: SpanTree, selected: number, direction: 1 | -1): number {
  const failed = [...causes, ...echoes]
  if (failed.length === 0) return selected
  const position = failed.indexOf(selected)
  if (position >= 0) return failed.at((position + direction) % failed.length) ?? selected
  const nearest =
    direction === 1 ? causes.find((index) => index > selected) : causes.findLast((index) => index < selected)
  return nearest ?? causes.at(direction === 1 ? 0 : -1) ?? selected
}
