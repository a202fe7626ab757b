// The keys of a trace: moves in the tree, errors, zoom.
import type { Shortcut } from '../../../app/shortcuts.ts'
import { windowAround } from '../spans/time-window.ts'
import type { TraceRows } from '../spans/trace-rows.ts'
import type { TraceView } from './trace-context.ts'
import type { SpanTree } from '../../../../../contract/timeline/span-tree.ts'

export type TreeMove =
  | 'next'
  | 'previous'
  | 'collapse'
  | 'expand'
  | 'first'
  | 'last'
  | 'page-down'
  | 'page-up'

/** Rows of Page Up and Page Down. */
const PAGE_ROWS = 20

export function traceShortcuts(view: TraceView, traceRows: TraceRows): Shortcut[] {
  const { tree, selected, jump, full, zoom, panel, togglePath, copyLink, save } = view
  const move = (treeMove: TreeMove) => () => moveInTree(view, traceRows, treeMove)
  const selectFailed = (direction: 1 | -1) => () => jump(nextFailed(tree, selected, direction))
  const { matching } = traceRows
  const matchKeys: Shortcut[] = [
    { keys: 'n', label: 'next match', run: () => jump(nextMatch(matching, selected, 1)), repeats: true },
    { keys: 'N', label: 'previous match', run: () => jump(nextMatch(matching, selected, -1)), repeats: true },
  ]
  const zoomToSpan = () => zoom(windowAround(tree.nodes[selected] ?? { start: 0, end: tree.end }, full))
  const reset = () => {
    zoom(null)
    traceRows.reset()
  }
  return [
    { keys: 'j', label: 'next', run: move('next'), repeats: true },
    { keys: 'k', label: 'previous', run: move('previous'), repeats: true },
    // The line of keys shows the first ones.
    ...(matching ? matchKeys : []),
    { keys: 'h', label: 'collapse', run: move('collapse') },
    { keys: 'l', label: 'expand', run: move('expand') },
    { keys: 'e', label: 'next error', run: selectFailed(1), repeats: true },
    { keys: 'E', label: 'previous error', run: selectFailed(-1), repeats: true },
    { keys: 'p', label: 'critical path', run: togglePath },
    { keys: 'z', label: 'zoom to span', run: zoomToSpan },
    { keys: '0', label: 'full trace', run: reset },
    ...(matching ? [] : matchKeys),
    { keys: 'o', label: 'span details', run: panel.toggle },
    ...(save === null
      ? []
      : [
          { keys: 'c', label: 'copy link', run: copyLink },
          { keys: 's', label: 'download as a file', run: save },
        ]),
  ]
}

/** Collapses or expands the selected row, else moves to its parent or first child. */
export function moveInTree(
  { tree, selected, select }: TraceView,
  traceRows: TraceRows,
  move: TreeMove,
): void {
  const { selectedGroup } = traceRows
  const isToggle =
    (move === 'collapse' && traceRows.isExpanded(selected)) ||
    (move === 'expand' && !traceRows.isExpanded(selected))
  if (isToggle && traceRows.canExpand(selected)) traceRows.toggleRow(selected)
  else if (move === 'collapse' && selectedGroup !== undefined && selectedGroup !== selected)
    traceRows.toggleRow(selectedGroup)
  else select(moveTarget(tree, traceRows.rows, selected, move))
}

/** The target of a move among the visible rows. The caller collapses and expands. */
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
 * The next (1) or previous (-1) failed span: causes in tree order, then echoes, then from the start again.
 * From a span that did not fail: the nearest cause after or before it.
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

/** The next (1) or previous (-1) match, from the start again after the last one. */
export function nextMatch(matching: number[] | null, selected: number, direction: 1 | -1): number {
  if (!matching || matching.length === 0) return selected
  const nearest =
    direction === 1
      ? matching.find((index) => index > selected)
      : matching.findLast((index) => index < selected)
  return nearest ?? matching.at(direction === 1 ? 0 : -1)!
}
