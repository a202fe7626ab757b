// What moves in a waterfall, and the lines that show who is whose child. Pure.

import type { TraceAnswer } from '../../../../store/api/contract.ts'
import { ancestorsOf, type SpanTree } from './span-tree.ts'
import { nanosBetween } from '../../format-time.ts'

export type Move = 'next' | 'previous' | 'fold' | 'unfold' | 'first' | 'last' | 'page-down' | 'page-up'
export type Guide = { level: number; kind: 'through' | 'branch' | 'end' | 'none' }

/** Deeper than this, only the nearest ancestors are drawn as lines: the name must stay readable. */
const LEVELS_SHOWN = 10
const PAGE_ROWS = 20
/** Spans keep at least this part of the width: one third. */
const LONGER = 3

export type View = { from: number; to: number }

/** From the outermost line shown to the own one; `hidden` says how many levels are not drawn. */
export function guidesOf(tree: SpanTree, index: number): { guides: Guide[]; hidden: number } {
  const node = tree.nodes[index]
  if (!node || node.depth === 0) return { guides: [], hidden: 0 }
  const line = [index, ...ancestorsOf(tree, index)].slice(0, node.depth)
  const guides = line
    .slice(0, LEVELS_SHOWN)
    .map((at, up): Guide => {
      const last = tree.nodes[at]?.last ?? true
      if (up === 0) return { level: node.depth, kind: last ? 'end' : 'branch' }
      return { level: node.depth - up, kind: last ? 'none' : 'through' }
    })
    .toReversed()
  return { guides, hidden: Math.max(0, node.depth - LEVELS_SHOWN) }
}

/** Which span a move leads to, among the rows on show. Folding is the caller's. */
export function destination(tree: SpanTree, rows: number[], selected: number, move: Move): number {
  const place = Math.max(0, rows.indexOf(selected))
  const at = (wanted: number) => rows[Math.min(rows.length - 1, Math.max(0, wanted))] ?? selected
  switch (move) {
    case 'next':
      return at(rows.includes(selected) ? place + 1 : 0)
    case 'previous':
      return at(place - 1)
    case 'first':
      return at(0)
    case 'last':
      return at(rows.length - 1)
    case 'page-down':
      return at(place + PAGE_ROWS)
    case 'page-up':
      return at(place - PAGE_ROWS)
    case 'fold':
      return Math.max(0, tree.nodes[selected]?.parent ?? 0)
    default:
      return (tree.nodes[selected]?.below ?? 0) > 0 ? selected + 1 : selected
  }
}

/** The next (or previous) failed span in the order of the tree, round the end. */
export function nextFailed(tree: SpanTree, selected: number, by: 1 | -1): number {
  const total = tree.nodes.length
  for (let step = 1; step <= total; step += 1) {
    const index = (((selected + by * step) % total) + total) % total
    if (tree.nodes[index]?.failed) return index
  }
  return selected
}

/** Round places on the axis, in nanoseconds. */
export function roundTicks(from: number, to: number, wanted = 7): number[] {
  const raw = (to - from) / wanted
  if (!(raw > 0)) return []
  const magnitude = 10 ** Math.floor(Math.log10(raw))
  const step = ([1, 2, 5, 10].find((factor) => factor * magnitude >= raw) ?? 10) * magnitude
  const found = []
  for (let at = Math.ceil(from / step) * step; at < to - step * 0.3; at += step) found.push(at)
  return found
}

/** An exception may come after the last span (somebody clicks on a loaded page): the axis goes on to it, unless that were most of the picture. */
export function axisEnd(
  end: number,
  { start, exceptions }: Pick<TraceAnswer, 'start' | 'exceptions'>,
): number {
  const last = exceptions.reduce((latest, { at }) => Math.max(latest, nanosBetween(start, at)), 0)
  return last > end && last < end * LONGER ? last * 1.02 : end
}

/** The span with a little air on both sides. */
export function around(span: { start: number; end: number }, whole: View): View {
  const air = Math.max(1, (span.end - span.start) * 0.05)
  return {
    from: Math.max(whole.from, span.start - air),
    to: Math.min(whole.to, Math.max(span.end, span.start + 1) + air),
  }
}
