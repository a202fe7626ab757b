// Repeated siblings, such as the queries of a loop, are one row until the user expands it.
import type { SpanTree } from './span-tree.ts'

/** `totalNs` is the sum of the durations, `end` the latest end. */
export type SpanGroup = { count: number; totalNs: number; end: number }

/** Fewer spans are shown as they are. */
const MIN_GROUP = 5

/**
 * Groups by the index of their first span: adjacent leaves with the same parent, name and service that
 * succeeded.
 */
export function groupRepeatedSpans({ nodes }: SpanTree): Map<number, SpanGroup> {
  const groups = new Map<number, SpanGroup>()
  for (let first = 0; first < nodes.length; first += 1) {
    const head = nodes[first]
    if (!head || head.parent < 0 || head.descendantCount > 0 || head.failed) continue
    let next = first + 1
    let totalNs = head.span.durationNs
    let end = head.end
    for (let node = nodes[next]; node; node = nodes[next]) {
      const isRepeated =
        node.parent === head.parent &&
        node.span.name === head.span.name &&
        node.span.service === head.span.service
      if (!isRepeated || node.descendantCount > 0 || node.failed) break
      totalNs += node.span.durationNs
      end = Math.max(end, node.end)
      next += 1
    }
    if (next - first >= MIN_GROUP) groups.set(first, { count: next - first, totalNs, end })
    first = next - 1
  }
  return groups
}

/** The first span of the group that contains the span. */
export function groupContaining(groups: ReadonlyMap<number, SpanGroup>, index: number): number | undefined {
  for (const [first, { count }] of groups) if (index >= first && index < first + count) return first
  return undefined
}
