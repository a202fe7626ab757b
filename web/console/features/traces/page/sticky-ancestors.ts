// The ancestors of the uppermost visible spans, which stay in sight while their descendants scroll.
import type { SpanTree } from './span-tree.ts'

/**
 * Indexes of the ancestors, the outermost first, at most `max`: the nearest ones of the first row that they
 * do not cover. Where that row is in a higher level than the covered ones: of the last covered row.
 * `rows`: indexes of the spans that are rows.
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
  const ancestors: number[] = []
  let at = tree.nodes[index]?.parent ?? -1
  while (at >= 0 && ancestors.length < count) {
    ancestors.push(at)
    at = tree.nodes[at]?.parent ?? -1
  }
  return ancestors.toReversed()
}
