// Neighbours that only repeat each other (the thousand queries of a loop) stand as one row until somebody opens it. Pure.

import type { SpanTree } from './span-tree.ts'

/** `sum` of their durations and `end` of the last of them, in nanoseconds. */
export type Run = { count: number; sum: number; end: number }

/** Fewer than this are read faster than unfolded. */
const ALIKE = 5

/** By the index of the first of each run: leaves of one parent, one name, one service, none of them failed. */
export function runsOf({ nodes }: SpanTree): Map<number, Run> {
  const runs = new Map<number, Run>()
  for (let first = 0; first < nodes.length; first += 1) {
    const head = nodes[first]
    if (!head || head.below > 0 || head.failed) continue
    let next = first + 1
    let sum = head.span.durationNs
    let end = head.end
    for (let node = nodes[next]; node; node = nodes[next]) {
      const alike =
        node.parent === head.parent &&
        node.span.name === head.span.name &&
        node.span.service === head.span.service
      if (!alike || node.below > 0 || node.failed) break
      sum += node.span.durationNs
      end = Math.max(end, node.end)
      next += 1
    }
    if (next - first >= ALIKE && head.parent >= 0) runs.set(first, { count: next - first, sum, end })
    first = next - 1
  }
  return runs
}

/** The first of the run that a span belongs to. */
export function runAround(runs: ReadonlyMap<number, Run>, index: number): number | undefined {
  for (const [first, { count }] of runs) if (index >= first && index < first + count) return first
  return undefined
}
