// From the flat rows of a trace to the rows of its waterfall. Pure and without recursion: 50,000 spans, and chains as deep, are real.

import type { Span } from '../../../../store/api/contract.ts'
import type { Run } from './repeated-spans.ts'
import { nanosBetween } from '../../format-time.ts'

export type SpanNode = {
  span: Span
  /** Index of the parent in the tree, -1 for a root. */
  parent: number
  depth: number
  /** How many rows hang below, at any depth. */
  below: number
  /** Nanoseconds after the first span. */
  start: number
  end: number
  /** Itself failed: its status says so, or an exception was seen in it. */
  failed: boolean
  last: boolean
  /** `missing`: names a parent that is not in the trace. `loop`: is its own ancestor. */
  stray: 'missing' | 'loop' | null
}

export type SpanTree = { nodes: SpanNode[]; end: number; byId: Map<string, number> }

const NO_RUNS: ReadonlyMap<number, Run> = new Map()

/** In the order in which they are drawn: each span before its children, siblings by their start. */
export function growTree(spans: Span[], exceptionSpanIds: ReadonlySet<string> = new Set()): SpanTree {
  const base = spans[0]?.start ?? ''
  const measured = spans.map((span) => nanosBetween(base, span.start))
  const first = measured.reduce((least, start) => Math.min(least, start), 0)
  const starts = measured.map((start) => start - first)
  const byStart = (a: number, b: number) => (starts[a] ?? 0) - (starts[b] ?? 0) || a - b
  const { roots, children } = family(spans)
  const nodes: SpanNode[] = []
  const seen = new Uint8Array(spans.length)
  const plant = (root: number, stray: SpanNode['stray']) => {
    const waiting = [{ index: root, parent: -1, depth: 0, last: true }]
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const span = spans[next.index]
      if (!span || seen[next.index]) continue
      seen[next.index] = 1
      const at = nodes.length
      const start = starts[next.index] ?? 0
      nodes.push({
        span,
        parent: next.parent,
        depth: next.depth,
        below: 0,
        start,
        end: start + span.durationNs,
        failed: span.status === 'error' || span.exceptions > 0 || exceptionSpanIds.has(span.spanId),
        last: next.last,
        stray: next.parent === -1 ? stray : null,
      })
      const mine = children.get(next.index)?.sort(byStart) ?? []
      for (let place = mine.length - 1; place >= 0; place -= 1) {
        waiting.push({
          index: mine[place] ?? 0,
          parent: at,
          depth: next.depth + 1,
          last: place === mine.length - 1,
        })
      }
    }
  }
  for (const root of roots.sort(byStart)) plant(root, spans[root]?.parentSpanId ? 'missing' : null)
  for (const index of spans.keys()) if (!seen[index]) plant(index, 'loop')
  countBelow(nodes)
  return {
    nodes,
    end: nodes.reduce((latest, node) => Math.max(latest, node.end), 1),
    byId: new Map(nodes.map((node, index) => [node.span.spanId, index])),
  }
}

/** Rows on show. What is folded hides what hangs below it, a closed run all but its first; a filter keeps the ancestors of what it finds and ignores the folds. */
export function rowsOf(
  tree: SpanTree,
  folded: ReadonlySet<number>,
  matches: ((node: SpanNode) => boolean) | null,
  closed: ReadonlyMap<number, Run> = NO_RUNS,
): number[] {
  const rows: number[] = []
  if (!matches) {
    for (let index = 0; index < tree.nodes.length; index += 1) {
      rows.push(index)
      if (folded.has(index)) index += tree.nodes[index]?.below ?? 0
      else index += (closed.get(index)?.count ?? 1) - 1
    }
    return rows
  }
  const kept = new Uint8Array(tree.nodes.length)
  for (let index = tree.nodes.length - 1; index >= 0; index -= 1) {
    const node = tree.nodes[index]
    if (!node) continue
    if (matches(node)) kept[index] = 1
    if (kept[index] && node.parent >= 0) kept[node.parent] = 1
  }
  for (let index = 0; index < tree.nodes.length; index += 1) {
    if (!kept[index]) continue
    rows.push(index)
    index += (closed.get(index)?.count ?? 1) - 1
  }
  return rows
}

export function ancestorsOf(tree: SpanTree, index: number): number[] {
  const found = []
  for (let at = tree.nodes[index]?.parent ?? -1; at >= 0; at = tree.nodes[at]?.parent ?? -1) found.push(at)
  return found
}

/** What a text filter looks at: the name, the service, the id. */
export function matcher(text: string, errorsOnly: boolean): ((node: SpanNode) => boolean) | null {
  const sought = text.trim().toLowerCase()
  if (sought === '' && !errorsOnly) return null
  return ({ span, failed }) =>
    (!errorsOnly || failed) &&
    (sought === '' ||
      span.name.toLowerCase().includes(sought) ||
      span.service.toLowerCase().includes(sought) ||
      span.spanId === sought)
}

/** Time of its own: what no child covers. */
export function selfTime(tree: SpanTree, index: number): number {
  const node = tree.nodes[index]
  if (!node) return 0
  let covered = 0
  let reached = node.start
  for (let at = index + 1; at <= index + node.below; at += (tree.nodes[at]?.below ?? 0) + 1) {
    const child = tree.nodes[at]
    if (!child) break
    const from = Math.max(reached, child.start)
    const to = Math.min(node.end, child.end)
    if (to > from) covered += to - from
    reached = Math.max(reached, to)
  }
  return node.span.durationNs - covered
}

function family(spans: Span[]): { roots: number[]; children: Map<number, number[]> } {
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

function countBelow(nodes: SpanNode[]): void {
  for (let index = nodes.length - 1; index >= 0; index -= 1) {
    const node = nodes[index]
    const parent = node && nodes[node.parent]
    if (parent) parent.below += node.below + 1
  }
}
