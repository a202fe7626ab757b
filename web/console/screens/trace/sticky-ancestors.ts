// The ancestors of the uppermost visible spans, which stay in sight while their descendants scroll.
import type { SpanTree } from './span-tree.ts'

/**
 * Indexes of the ancestors, the outermost first, at most `max`: the nearest ones. They cover as many rows;
 * what they are ancestors of is the first row below them. `rows`: indexes of the spans that are rows.
 */
export function stickyAncestors(tree: SpanTree, rows: number[], first: number, max: number): number[] {
  for (let covered = 0; covered <= max; covered += 1) {
    const index = rows[first + covered]
    if (index === undefined) return []
    const count = Math.min(max, tree.nodes[index]?.depth ?? 0)
    if (count <= covered) return nearestAncestors(tree, index, count)
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
