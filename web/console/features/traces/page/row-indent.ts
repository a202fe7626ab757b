// How far the name of a span is indented, and the lines that connect it with its ancestors.
import type { SpanTree } from '../../../../../contract/timeline/span-tree.ts'

/** Pixels per level. Deep levels get less, so that names have space. */
const STEP = 14
const DEEP_STEP = 4
const DEEP = 8
/** Deeper levels are not indented further. */
const MAX_LEVEL = 48
/** Pixels between a line and the toggle or name of its level, and the width of a toggle. */
const LINE_GAP = 4
const TOGGLE = 14

const LINE = 'var(--line-strong)'
const DEEP_LINE = 'var(--line)'

/** In pixels. */
export function indentOf(depth: number): number {
  return Math.min(depth, DEEP) * STEP + Math.max(0, Math.min(depth, MAX_LEVEL) - DEEP) * DEEP_STEP
}

/** Number of levels that the indent does not show. */
export function hiddenLevels(depth: number): number {
  return Math.max(0, depth - MAX_LEVEL)
}

/**
 * Levels with a vertical line through the row of a span: ancestors, and the span itself, that have a later
 * sibling.
 */
export function lineLevels(tree: SpanTree, index: number): number[] {
  const levels = []
  for (let at = index, node = tree.nodes[at]; node && node.depth > 0; node = tree.nodes[at]) {
    if (node.depth <= MAX_LEVEL && !node.isLastChild) levels.push(node.depth)
    at = node.parent
  }
  return levels.toReversed()
}

/** The lines of a row as one CSS background instead of one element per level. */
export function guidesBackground(tree: SpanTree, index: number, hasToggle: boolean): string | undefined {
  const node = tree.nodes[index]
  if (!node || node.depth === 0) return undefined
  const depth = Math.min(node.depth, MAX_LEVEL)
  const own = lineAt(depth)
  const width = hasToggle ? LINE_GAP : LINE_GAP + TOGGLE
  const end = node.isLastChild ? [`linear-gradient(${LINE} 0 0) ${own}px 0 / 1px 50% no-repeat`] : []
  const levels = lineLevels(tree, index)
  const through = levels.length === 0 ? [] : [`linear-gradient(90deg, ${stops(levels)})`]
  return [`linear-gradient(${LINE} 0 0) ${own}px 50% / ${width}px 1px no-repeat`, ...end, ...through].join()
}

function stops(levels: number[]): string {
  const parts = levels.map((level) => {
    const at = lineAt(level)
    const color = level > DEEP ? DEEP_LINE : LINE
    return `transparent ${at}px, ${color} ${at}px ${at + 1}px, transparent ${at + 1}px`
  })
  return parts.join(', ')
}

function lineAt(level: number): number {
  return indentOf(level) - LINE_GAP
}
