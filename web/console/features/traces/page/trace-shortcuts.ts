// The keyboard of a trace: moves in the tree, errors, zoom.
import type { Shortcut } from '../../../app/shortcuts.ts'
import { windowAround } from './time-window.ts'
import type { TraceCollapse } from './trace-collapse.ts'
import type { TraceView } from './trace-context.ts'
import { moveTarget, nextFailed, type TreeMove } from './tree-navigation.ts'

export function traceShortcuts(view: TraceView, collapse: TraceCollapse): Shortcut[] {
  const { tree, selected, select, full, zoom, panel, togglePath, copyLink, save } = view
  const move = (treeMove: TreeMove) => () => moveInTree(view, collapse, treeMove)
  const selectFailed = (direction: 1 | -1) => () => select(nextFailed(tree, selected, direction))
  const zoomToSpan = () => zoom(windowAround(tree.nodes[selected] ?? { start: 0, end: tree.end }, full))
  const reset = () => {
    zoom(null)
    collapse.reset()
  }
  return [
    { keys: 'j', label: 'next', run: move('next'), repeats: true },
    { keys: 'k', label: 'previous', run: move('previous'), repeats: true },
    { keys: 'h', label: 'collapse', run: move('collapse') },
    { keys: 'l', label: 'expand', run: move('expand') },
    { keys: 'e', label: 'next error', run: selectFailed(1), repeats: true },
    { keys: 'E', label: 'previous error', run: selectFailed(-1), repeats: true },
    { keys: 'p', label: 'critical path', run: togglePath },
    { keys: 'z', label: 'zoom to span', run: zoomToSpan },
    { keys: '0', label: 'full trace', run: reset },
    { keys: 'o', label: 'span details', run: panel.toggle },
    ...(save === null
      ? []
      : [
          { keys: 'c', label: 'copy link', run: copyLink },
          { keys: 's', label: 'download as a file', run: save },
        ]),
  ]
}

/** Collapse and expand change the selected row; where they cannot, they move to its parent or first child. */
export function moveInTree(
  { tree, selected, select }: TraceView,
  collapse: TraceCollapse,
  move: TreeMove,
): void {
  const { selectedGroup } = collapse
  const isToggle =
    (move === 'collapse' && collapse.isExpanded(selected)) ||
    (move === 'expand' && !collapse.isExpanded(selected))
  if (isToggle && collapse.canExpand(selected)) collapse.toggleRow(selected)
  else if (move === 'collapse' && selectedGroup !== undefined && selectedGroup !== selected)
    collapse.toggleRow(selectedGroup)
  else select(moveTarget(tree, collapse.rows, selected, move))
}
