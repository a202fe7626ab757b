// The critical path of a trace: the spans that determine when it ends.
import { childrenOf, type SpanTree } from './span-tree.ts'
import type { TimeWindow } from './time-window.ts'

/**
 * For each span on the path, the parts during which no child is on it, the latest first. Computed backwards
 * from the end of the longest root: a parent waits for the child that ended last; between its children the
 * parent itself is on the path. A child that outlives its parent counts up to the end of the parent.
 */
export function criticalPath(tree: SpanTree): Map<number, TimeWindow[]> {
  const sections = new Map<number, TimeWindow[]>()
  const root = longestRoot(tree)
  const stack = [{ index: root, until: tree.nodes[root]?.end ?? 0 }]
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const { index } = entry
    const node = tree.nodes[index]
    if (!node) continue
    let to = Math.min(node.end, entry.until)
    const own: TimeWindow[] = []
    for (const child of childrenByEnd(tree, index)) {
      const { start = 0, end = 0 } = tree.nodes[child] ?? {}
      const childEnd = Math.min(end, to)
      if (start >= to || childEnd <= node.start) continue
      if (childEnd < to) own.push({ from: childEnd, to })
      stack.push({ index: child, until: childEnd })
      to = Math.max(start, node.start)
    }
    if (to > node.start) own.push({ from: node.start, to })
    if (own.length > 0) sections.set(index, own)
  }
  return sections
}

function longestRoot({ nodes }: SpanTree): number {
  let longest = 0
  for (let at = 0; at < nodes.length; at += (nodes[at]?.descendantCount ?? 0) + 1)
    if (lengthOf(nodes[at]) > lengthOf(nodes[longest])) longest = at
  return longest
}

function lengthOf(node: SpanTree['nodes'][number] | undefined): number {
  return node ? node.end - node.start : 0
}

/** The latest end first. */
function childrenByEnd(tree: SpanTree, parent: number): number[] {
  return childrenOf(tree, parent).sort((a, b) => (tree.nodes[b]?.end ?? 0) - (tree.nodes[a]?.end ?? 0))
}
