// The ancestors of the topmost visible spans, which stay visible while their descendants scroll.
import { ancestorsOf, type SpanTree } from '../../../../../contract/timeline/span-tree.ts'

/**
 * Indexes of at most `max` ancestors, the outermost first: the nearest ancestors of the first row that they
 * do not cover, or of the last covered row if the first uncovered one is on a higher level. `rows`: indexes
 * of the spans on screen.
 */
export function stickyAncestors(tree: SpanTree, rows: number[], first: number, max: number): number[] {
  for (let covered = 0; covered <= max; covered += 1) {
    const below = rows[first + covered]
    if (below === undefined) return []
    const count = Math.min(max, tree.nodes[below]?.depth ?? 0)
    if (count === covered) return nearestAncestors(tree, below, count)
    if (count < covered) return nearestAncestors(tree, rows[first + covered - 1] ?? below, covered)
  }
  return []
}

function nearestAncestors(tree: SpanTree, index: number, count: number): number[] {
  return ancestorsOf(tree, index).slice(0, count).toReversed()
}
