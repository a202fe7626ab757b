// The critical path of a trace: the spans that determine when it ends.
import { childrenOf, type SpanTree } from '../../../../../contract/timeline/span-tree.ts'
import type { TimeWindow } from './time-window.ts'

export type CriticalPath = {
  /**
   * The parts of a span during which no child is on the path, the latest first; none of a span that is not on
   * the path.
   */
  sectionsOf: (index: number) => TimeWindow[]
}

/** Called for each child on the path, the latest first. */
type Enter = (child: number, from: number, to: number) => void

const NONE: TimeWindow[] = []

/**
 * Computed backwards from the end of the longest root: a parent waits for the child that ended last; between
 * its children the parent itself is on the path. A child that outlives its parent counts up to the end of the
 * parent. Sections are made when they are asked for: a trace has up to 50,000 spans, and a screen 40 of them.
 */
export function criticalPath(tree: SpanTree): CriticalPath {
  const { nodes } = tree
  /** Until when each span is on the path; 0: it is not. */
  const until = new Float64Array(nodes.length)
  const root = longestRoot(tree)
  until[root] = nodes[root]?.end ?? 0
  // Parents come before their children.
  const enter: Enter = (child, _from, to) => {
    until[child] = to
  }
  for (const [index, end] of until.entries()) if (end > 0) walkChildren(tree, index, end, enter)
  const sections = new Map<number, TimeWindow[]>()
  const sectionsOf = (index: number): TimeWindow[] => {
    const end = until[index] ?? 0
    if (end === 0) return NONE
    const cached = sections.get(index) ?? ownSections(tree, index, end)
    sections.set(index, cached)
    return cached
  }
  return { sectionsOf }
}

function ownSections(tree: SpanTree, index: number, until: number): TimeWindow[] {
  const { start, end } = tree.nodes[index]!
  const own: TimeWindow[] = []
  let rest = Math.min(end, until)
  walkChildren(tree, index, until, (_child, from, to) => {
    if (to < rest) own.push({ from: to, to: rest })
    rest = from
  })
  if (rest > start) own.push({ from: start, to: rest })
  return own
}

/** `until`: when the path leaves the parent. `from` and `to` are times of the child on the path. */
function walkChildren(tree: SpanTree, parent: number, until: number, enter: Enter): void {
  const { nodes } = tree
  const { start, end } = nodes[parent]!
  let rest = Math.min(end, until)
  for (const child of childrenByEnd(tree, parent)) {
    const node = nodes[child]!
    const to = Math.min(node.end, rest)
    if (node.start >= rest || to <= start) continue
    rest = Math.max(node.start, start)
    enter(child, rest, to)
  }
}

/** The latest end first. */
function childrenByEnd(tree: SpanTree, parent: number): number[] {
  const children = childrenOf(tree, parent)
  return children.length < 2 ? children : children.sort((a, b) => tree.nodes[b]!.end - tree.nodes[a]!.end)
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
