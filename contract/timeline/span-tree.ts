// The tree of a trace's spans. No recursion: traces have up to 50,000 spans, in chains of the same depth.
import type { Span } from '../traces.ts'
import { nanosBetween } from './instants.ts'

export type SpanNode = {
  span: Span
  /** Index of the parent in the tree, -1 for a root. */
  parent: number
  depth: number
  /** Number of descendants. They follow the span in the tree. */
  descendantCount: number
  /** Nanoseconds after the first span. */
  start: number
  end: number
  /** Its status is an error, or an exception was recorded in it. */
  failed: boolean
  /** It failed, and so did a descendant, which is more likely the cause. */
  isEcho: boolean
  /**
   * Only an exception carries its id, as a page load's is on all errors of the page: the span itself did not
   * fail, and is no cause.
   */
  isCarrier: boolean
  isLastChild: boolean
  /** `missing`: its parent is not in the trace. `cycle`: it is its own ancestor. */
  anomaly: 'missing' | 'cycle' | null
}

/** Depth first: every span before its children, siblings ordered by start. */
export type SpanTree = {
  nodes: SpanNode[]
  end: number
  byId: Map<string, number>
  /** Failed spans without a failed descendant, in tree order. */
  causes: number[]
  /** The other failed spans, in tree order. */
  echoes: number[]
}

export function buildTree(spans: Span[], exceptionSpanIds: ReadonlySet<string> = new Set()): SpanTree {
  const starts = startsOf(spans)
  const byStart = (a: number, b: number) => (starts[a] ?? 0) - (starts[b] ?? 0) || a - b
  const { roots, children } = rootsAndChildren(spans)
  const nodes: SpanNode[] = []
  const added = new Uint8Array(spans.length)
  const addSubtree = (root: number, anomaly: SpanNode['anomaly']) => {
    const stack = [{ index: root, parent: -1, depth: 0, isLastChild: true }]
    for (let entry = stack.pop(); entry; entry = stack.pop()) {
      const { index, parent, depth, isLastChild } = entry
      const span = spans[index]
      if (!span || added[index]) continue
      added[index] = 1
      const start = starts[index] ?? 0
      const childIndexes = children.get(index)?.sort(byStart) ?? []
      const last = childIndexes.at(-1)
      // The stack is last in, first out.
      for (const child of childIndexes.toReversed())
        stack.push({ index: child, parent: nodes.length, depth: depth + 1, isLastChild: child === last })
      nodes.push({
        span,
        parent,
        depth,
        isLastChild,
        descendantCount: 0,
        start,
        end: start + span.durationNs,
        failed: span.status === 'error' || span.exceptions > 0 || exceptionSpanIds.has(span.spanId),
        isEcho: false,
        isCarrier: isPageSpan(span) && span.status !== 'error',
        anomaly: parent === -1 ? anomaly : null,
      })
    }
  }
  for (const root of roots.sort(byStart)) addSubtree(root, spans[root]?.parentSpanId ? 'missing' : null)
  // The remaining spans have no root: their parents form a cycle.
  for (const index of spans.keys()) if (!added[index]) addSubtree(index, 'cycle')
  countDescendants(nodes)
  markEchoes(nodes)
  const failed = [...nodes.keys()].filter((index) => nodes[index]?.failed)
  return {
    nodes,
    end: nodes.reduce((latest, node) => Math.max(latest, node.end), 1),
    byId: new Map(nodes.map((node, index) => [node.span.spanId, index])),
    causes: failed.filter((index) => !nodes[index]?.isEcho),
    echoes: failed.filter((index) => nodes[index]?.isEcho),
  }
}

/** Page loads and navigations, as the SDK for pages names them. */
function isPageSpan({ kind, name, parentSpanId }: Span): boolean {
  return kind === 'internal' && (parentSpanId === null || name.startsWith('navigation '))
}

/** From the parent to the root. */
export function ancestorsOf(tree: SpanTree, index: number): number[] {
  const ancestors = []
  for (let at = tree.nodes[index]?.parent ?? -1; at >= 0; at = tree.nodes[at]?.parent ?? -1)
    ancestors.push(at)
  return ancestors
}

/** In tree order. */
export function childrenOf({ nodes }: SpanTree, index: number): number[] {
  const children: number[] = []
  const last = index + (nodes[index]?.descendantCount ?? 0)
  for (let at = index + 1; at <= last; at += (nodes[at]?.descendantCount ?? 0) + 1) children.push(at)
  return children
}

/** Nanoseconds of a span during which no child runs. */
export function selfTime(tree: SpanTree, index: number): number {
  const node = tree.nodes[index]
  if (!node) return 0
  let childTime = 0
  let latestEnd = node.start
  for (const at of childrenOf(tree, index)) {
    const child = tree.nodes[at]!
    const from = Math.max(latestEnd, child.start)
    const to = Math.min(node.end, child.end)
    if (to > from) childTime += to - from
    latestEnd = Math.max(latestEnd, to)
  }
  return node.span.durationNs - childTime
}

/** Nanoseconds after the earliest span, which need not be a root. */
function startsOf(spans: Span[]): number[] {
  const base = spans[0]?.start ?? ''
  const offsets = spans.map((span) => nanosBetween(base, span.start))
  const first = offsets.reduce((least, offset) => Math.min(least, offset), 0)
  return offsets.map((offset) => offset - first)
}

function rootsAndChildren(spans: Span[]): { roots: number[]; children: Map<number, number[]> } {
  const byId = new Map<string, number>()
  for (const [index, span] of spans.entries()) if (!byId.has(span.spanId)) byId.set(span.spanId, index)
  const roots: number[] = []
  const children = new Map<number, number[]>()
  for (const [index, span] of spans.entries()) {
    const parent = span.parentSpanId ? byId.get(span.parentSpanId) : undefined
    if (parent === undefined || parent === index) roots.push(index)
    else if (children.get(parent)?.push(index) === undefined) children.set(parent, [index])
  }
  return { roots, children }
}

function countDescendants(nodes: SpanNode[]): void {
  for (const node of nodes.toReversed()) {
    const parent = nodes[node.parent]
    if (parent) parent.descendantCount += node.descendantCount + 1
  }
}

function markEchoes(nodes: SpanNode[]): void {
  const failedBelow = new Uint8Array(nodes.length)
  for (let index = nodes.length - 1; index >= 0; index -= 1) {
    const node = nodes[index]
    if (!node) continue
    node.isEcho = node.failed && failedBelow[index] === 1
    if ((node.failed || failedBelow[index]) && node.parent >= 0) failedBelow[node.parent] = 1
  }
}
