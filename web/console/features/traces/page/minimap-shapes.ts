// The shapes of the minimap: spans in lanes, and marks of failed spans.
import type { SpanNode, SpanTree } from '../../../../../contract/timeline/span-tree.ts'

/** Lanes that fit into the height. */
const LANES = 6
/** Units of the width. A shorter span is less than a pixel wide. */
export const WIDTH = 1000

/** `from` and `to` in units of the width. */
type MinimapBar = { node: SpanNode; lane: number; from: number; to: number }

/**
 * Each span is below its parent, in the first lane that is free at its times: spans of one level can overlap.
 * Spans without a free lane are left out. `length`: nanoseconds of the width.
 */
export function minimapBars({ nodes }: SpanTree, length: number): MinimapBar[] {
  const isDrawn = Array.from({ length: LANES }, () => new Uint8Array(WIDTH + 1))
  const isFree = (lane: number, from: number, to: number) =>
    isDrawn[lane]?.subarray(from, to).includes(1) === false
  const laneOf = new Map<number, number>()
  const bars: MinimapBar[] = []
  for (const index of upperLevels(nodes, length)) {
    const node = nodes[index]
    if (!node) continue
    const from = Math.round((node.start / length) * WIDTH)
    const to = Math.max(from + 1, Math.round((node.end / length) * WIDTH))
    let lane = (laneOf.get(node.parent) ?? node.depth - 1) + 1
    while (lane < LANES && !isFree(lane, from, to)) lane += 1
    if (lane >= LANES) continue
    isDrawn[lane]?.fill(1, from, to)
    laneOf.set(index, lane)
    bars.push({ node, lane, from, to })
  }
  return bars
}

/** Indexes of the spans that are wide enough, level by level. */
function upperLevels(nodes: SpanNode[], length: number): number[] {
  const levels = Array.from({ length: LANES }, (): number[] => [])
  for (const [index, { depth, start, end }] of nodes.entries())
    if (depth < LANES && (end - start) * WIDTH > length) levels[depth]?.push(index)
  return levels.flat()
}

/** Positions of failed spans in units of the width, without duplicates. */
export function failureMarks({ nodes }: SpanTree, length: number): number[] {
  const marks = new Set<number>()
  // A mark is two units wide.
  for (const { failed, start } of nodes) if (failed) marks.add(2 * Math.round((start / length) * (WIDTH / 2)))
  return [...marks]
}
