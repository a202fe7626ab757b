// What the overview of a trace draws: its longest spans in lanes, and where spans failed.
import type { SpanNode, SpanTree } from './span-tree.ts'

/** Lanes that fit into the height. */
export const LANES = 6
/** A span with a smaller share of the trace is less than a pixel wide. */
const MIN_SHARE = 0.001
const MAX_BARS = 600
/** Failed spans that are nearer to each other have one mark. */
const MARKS = 500

export type MinimapBar = { node: SpanNode; lane: number }

/**
 * Each span is below its parent, in the first lane in which it covers none that is there: spans of one level
 * can overlap. What finds no lane is left out, as the shorter ones of many.
 */
export function minimapBars({ nodes, end }: SpanTree): MinimapBar[] {
  const wide = [...nodes.keys()].filter((index) => {
    const node = nodes[index]
    return node && node.depth < LANES && (node.end - node.start) / end > MIN_SHARE
  })
  const longest = wide.toSorted((a, b) => lengthOf(nodes[b]) - lengthOf(nodes[a])).slice(0, MAX_BARS)
  const byDepth = longest.toSorted(
    (a, b) =>
      (nodes[a]?.depth ?? 0) - (nodes[b]?.depth ?? 0) || (nodes[a]?.start ?? 0) - (nodes[b]?.start ?? 0),
  )
  const lanes = Array.from({ length: LANES }, (): SpanNode[] => [])
  const laneOf = new Map<number, number>()
  const bars: MinimapBar[] = []
  for (const index of byDepth) {
    const node = nodes[index]
    if (!node) continue
    const parentLane = laneOf.get(node.parent) ?? node.depth - 1
    const lane = lanes.findIndex(
      (others, at) =>
        at > parentLane && !others.some(({ start, end: to }) => start < node.end && to > node.start),
    )
    if (lane < 0) continue
    lanes[lane]?.push(node)
    laneOf.set(index, lane)
    bars.push({ node, lane })
  }
  return bars
}

/** Starts of failed spans, as shares of the length: 0 to 1. */
export function failureMarks({ nodes }: SpanTree, length: number): number[] {
  const marks = new Set<number>()
  for (const { failed, start } of nodes) if (failed) marks.add(Math.round((start / length) * MARKS))
  return [...marks].map((mark) => mark / MARKS)
}

function lengthOf(node: SpanNode | undefined): number {
  return node ? node.end - node.start : 0
}
