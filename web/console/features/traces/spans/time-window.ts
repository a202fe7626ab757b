// The part of a trace that the time axis shows. All values are nanoseconds after the first span.
import type { TraceAnswer } from '../../../../../contract/traces.ts'
import { nanosBetween } from '../../../../../contract/timeline/instants.ts'
import { formatRoundDuration } from '../../../format/format-time.ts'
import type { SpanNode, SpanTree } from '../../../../../contract/timeline/span-tree.ts'

export type TimeWindow = { from: number; to: number }

const MAX_TICKS = 7
/** An exception after the last span extends the axis, but to no more than three times its length. */
const MAX_EXTENSION = 3

/** Position of an instant in the window, in percent; outside of 0 to 100 if it is not visible. */
export function percentOf({ from, to }: TimeWindow, at: number): number {
  return ((at - from) / (to - from)) * 100
}

/** Where a text of this width stands, all in percent: after the bar, before it or on it. */
export function placeText({ left, right, width }: { left: number; right: number; width: number }) {
  const isInside = right >= 100 - width && left <= width
  const isAfter = right < 100 - width
  const style = isAfter ? { left: `${right}%` } : { right: `${100 - (isInside ? right : left)}%` }
  return { isInside, style }
}

export function clampPercent(value: number): number {
  return Math.min(100, Math.max(0, value))
}

export function roundTicks({ from, to }: TimeWindow): number[] {
  const raw = (to - from) / MAX_TICKS
  if (!(raw > 0)) return []
  const magnitude = 10 ** Math.floor(Math.log10(raw))
  const step = ([1, 2, 5, 10].find((factor) => factor * magnitude >= raw) ?? 10) * magnitude
  const ticks = []
  for (let at = Math.ceil(from / step) * step; at < to - step * 0.3; at += step) ticks.push(at)
  return ticks
}

/** Digits of a duration as text. */
const DIGITS = 3

/** With as many digits as the distance between ticks needs: `12.802 s` at steps of 2 ms. */
export function formatTicks(ticks: number[]): string[] {
  const step = (ticks[1] ?? 0) - (ticks[0] ?? 0)
  return ticks.map((at) => {
    if (at === 0 || step === 0 || step >= 10 ** (Math.floor(Math.log10(at)) - DIGITS + 1))
      return formatRoundDuration(at)
    const [unit, name] = at >= 1e9 ? [1e9, 's'] : at >= 1e6 ? [1e6, 'ms'] : [1e3, 'µs']
    return `${(at / unit).toFixed(Math.ceil(Math.log10(unit / step)))} ${name}`
  })
}

/** The window of the complete trace. `end` is the end of the last span. */
export function fullWindow(
  end: number,
  { start, exceptions }: Pick<TraceAnswer, 'start' | 'exceptions'>,
): TimeWindow {
  const last = exceptions.reduce((latest, { at }) => Math.max(latest, nanosBetween(start, at)), 0)
  return { from: 0, to: last > end && last < end * MAX_EXTENSION ? last * 1.02 : end }
}

/** A span that is shorter than this share of the trace is shown zoomed: its bar would be a dot. */
const MIN_SHARE = 0.05

/**
 * The window around a span: its nearest ancestors that leave it at least 5 % of the width, else twenty times
 * its own length; of a span without a length its nearest ancestor. Null: the full trace.
 */
export function landingWindow({ nodes }: SpanTree, index: number, full: TimeWindow): TimeWindow | null {
  const node = nodes[index]
  const length = node ? node.end - node.start : 0
  if (!node || length >= (full.to - full.from) * MIN_SHARE) return null
  let widest: SpanNode | undefined
  for (let at = nodes[node.parent]; at; at = nodes[at.parent]) {
    if (!covers(at, node)) continue
    if (length === 0 && at.end > at.start) return at.parent < 0 ? null : windowAround(at, full)
    if (length >= (at.end - at.start) * MIN_SHARE) widest = at
  }
  if (length === 0) return null
  if (widest) return windowAround(widest, full)
  const margin = (length / MIN_SHARE - length) / 2
  return { from: Math.max(full.from, node.start - margin), to: Math.min(full.to, node.end + margin) }
}

/** How far a span is before (negative) or after the window in nanoseconds; 0: in it, at least partly. */
export function distanceFrom({ from, to }: TimeWindow, { start, end }: { start: number; end: number }) {
  if (end < from) return end - from
  return start > to ? start - to : 0
}

function covers(outer: SpanNode, inner: SpanNode): boolean {
  return outer.start <= inner.start && outer.end >= inner.end
}

/** A span with a margin of 5 % on both sides. */
export function windowAround(span: { start: number; end: number }, full: TimeWindow): TimeWindow {
  const margin = Math.max(1, (span.end - span.start) * 0.05)
  return {
    from: Math.max(full.from, span.start - margin),
    to: Math.min(full.to, Math.max(span.end, span.start + 1) + margin),
  }
}

/** As in the URL of a trace: `1200-3400`. */
export function formatWindow({ from, to }: TimeWindow): string {
  return `${Math.round(from)}-${Math.round(to)}`
}

/** Null if the text is not a window within the trace. */
export function parseWindow(text: string, full: TimeWindow): TimeWindow | null {
  const [from = Number.NaN, to = Number.NaN] = text.split('-').map(Number)
  const window = { from: Math.max(full.from, from), to: Math.min(full.to, to) }
  return window.from < window.to ? window : null
}

/** A key moves the window by this share of its length, or resizes it by this factor. */
const MOVE_SHARE = 0.2
const ZOOM_FACTOR = 1.5
/** Smallest window as a share of the trace: a pixel or less of its overview. */
const MIN_WINDOW_SHARE = 1e-4

/** The window after a key press in the overview: null shows the full trace, undefined means another key. */
export function moveWindow(
  key: string,
  visible: TimeWindow,
  full: TimeWindow,
): TimeWindow | null | undefined {
  const length = visible.to - visible.from
  const total = full.to - full.from
  const middle = (visible.from + visible.to) / 2
  if (key === 'Escape') return null
  if (key === 'Home') return startingAt(full.from, length, full)
  if (key === 'End') return startingAt(full.to - length, length, full)
  if (key === 'ArrowLeft') return startingAt(visible.from - length * MOVE_SHARE, length, full)
  if (key === 'ArrowRight') return startingAt(visible.from + length * MOVE_SHARE, length, full)
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined
  const wanted = key === 'ArrowUp' ? length / ZOOM_FACTOR : length * ZOOM_FACTOR
  const resized = Math.max(total * MIN_WINDOW_SHARE, wanted)
  return resized >= total ? null : startingAt(middle - resized / 2, resized, full)
}

/** Moved into the trace. */
function startingAt(from: number, length: number, full: TimeWindow): TimeWindow {
  const start = Math.max(full.from, Math.min(from, full.to - length))
  return { from: start, to: start + length }
}
