// The rows of a long list that are in the document: those in the window, and some around it.
import { useEffect, useState } from 'react'
import { useStableCallback } from './use-stable-callback.ts'

type Input = {
  /** One for each row. */
  keys: string[]
  /** Pixels of a row that was not in the document yet. */
  rowHeight: number
  /** Rows beyond the window, so that fast scrolling shows no empty area. */
  overscan: number
  /** Pixels above the first row. */
  top: number
  /** This row is in the document wherever the window is, with two before and two after it. */
  current: number
}
/** Both included. */
type Range = { first: number; last: number }

const NO_HEIGHTS: ReadonlyMap<string, number> = new Map()
const NEIGHBORS = 2

/** `measure`: the `ref` of each row, which has its index as `data-index`. */
export function useWindowRows({ keys, rowHeight, overscan, top, current }: Input) {
  const [heights, setHeights] = useState(NO_HEIGHTS)
  const [view, setView] = useState(readView)
  const starts = [top]
  for (const key of keys) starts.push(starts.at(-1)! + (heights.get(key) ?? rowHeight))
  const rangeOf = ({ from, to }: typeof view): Range => ({
    first: Math.max(0, indexAt(starts, from) - overscan),
    last: Math.min(keys.length - 1, indexAt(starts, to) + overscan),
  })
  const range = rangeOf(view)
  const update = useStableCallback(() => {
    const next = readView()
    const { first, last } = rangeOf(next)
    if (first !== range.first || last !== range.last) setView(next)
  })
  useEffect(() => {
    const stop = new AbortController()
    for (const type of ['scroll', 'resize'])
      window.addEventListener(type, update, { passive: true, signal: stop.signal })
    return () => stop.abort()
  }, [update])
  const add = useStableCallback((rows: ResizeObserverEntry[]) => {
    const measured = rows.flatMap(({ target, borderBoxSize: [box] }) => {
      const key = keys[Number((target as HTMLElement).dataset['index'])]
      return key === undefined || !box ? [] : [[key, box.blockSize] as const]
    })
    if (measured.some(([key, height]) => height !== (heights.get(key) ?? rowHeight)))
      setHeights(new Map([...heights, ...measured]))
  })
  const [measure] = useState(() => measureRows(add))
  const positions = positionsOf(range, current, keys.length)
  return {
    rows: positions.map((index) => ({ index, start: starts[index]!, end: starts[index + 1]! })),
    end: starts.at(-1)!,
    measure,
  }
}

function readView() {
  return { from: window.scrollY, to: window.scrollY + window.innerHeight }
}

/** The row at an offset; of the last one if it is below all. */
function indexAt(starts: number[], offset: number): number {
  let [low, high] = [0, starts.length - 1]
  while (low + 1 < high) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= offset) low = middle
    else high = middle
  }
  return low
}

function positionsOf({ first, last }: Range, current: number, count: number): number[] {
  const positions = new Set<number>()
  for (let at = first; at <= last; at++) positions.add(at)
  for (let at = current - NEIGHBORS; at <= current + NEIGHBORS; at++)
    if (at >= 0 && at < count) positions.add(at)
  return [...positions].toSorted((a, b) => a - b)
}

function measureRows(add: (rows: ResizeObserverEntry[]) => void) {
  const observer = new ResizeObserver(add)
  return (row: HTMLElement | null) => {
    if (!row) return undefined
    observer.observe(row, { box: 'border-box' })
    return () => observer.unobserve(row)
  }
}
