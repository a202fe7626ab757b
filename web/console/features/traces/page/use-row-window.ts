// The rows of the waterfall that are in the document: those that are visible and some beyond.
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Rows beyond the visible ones: scrolling is painted before the page can follow. */
const OVERSCAN = 8

type Options = {
  rowCount: number
  /** In pixels, as `headHeight`: what stays above the rows while they scroll. */
  rowHeight: number
  headHeight: number
  /** In the middle at first; -1 for none. It stays in sight when it changes. */
  currentRow: number
  /** So many rows at the top can be covered: the current row is not scrolled there. */
  coveredRows: number
}

type RowWindow = {
  /** The uppermost visible row. */
  first: number
  /** Rows in the document. */
  positions: number[]
  /** How many rows are in the document at most: row n can reuse the element of row n - slots. */
  slots: number
}

export function useRowWindow(box: RefObject<HTMLElement | null>, options: Options): RowWindow {
  const { rowCount, rowHeight, headHeight, currentRow, coveredRows } = options
  // oxlint-disable-next-line react/incompatible-library -- its functions are not passed on
  const virtualizer = useVirtualizer({
    count: rowCount,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight + coveredRows * rowHeight,
    scrollPaddingEnd: rowHeight,
    // Else the first rows are drawn first, and then those around the current row.
    initialRect: { width: 0, height: window.innerHeight },
    initialOffset: () => Math.max(0, currentRow * rowHeight - window.innerHeight / 2),
  })
  useEffect(() => virtualizer.measure(), [rowHeight, virtualizer])
  const lastScroll = useRef<{ from: number; to: number } | null>(null)
  useLayoutEffect(() => {
    if (currentRow < 0) return
    const last = lastScroll.current
    if (last === null) {
      virtualizer.scrollToIndex(currentRow, { align: 'center' })
      lastScroll.current = { from: -1, to: -1 }
      return
    }
    const from = virtualizer.scrollOffset ?? 0
    // Where this hook has scrolled is in `scrollOffset` with the next frame only.
    const offset = last.from === from ? last.to : from
    const to = offsetWithRow(virtualizer, currentRow, offset)
    if (to !== offset) virtualizer.scrollElement?.scrollTo({ top: to })
    lastScroll.current = { from, to }
  }, [currentRow, virtualizer])
  const height = virtualizer.scrollRect?.height || window.innerHeight
  const first = Math.max(0, Math.min(rowCount - 1, Math.floor((virtualizer.scrollOffset ?? 0) / rowHeight)))
  const visibleCount = Math.ceil(height / rowHeight) + 1
  const isJump = useJump(first, visibleCount)
  const positions = virtualizer.getVirtualIndexes()
  return {
    first,
    positions: isJump ? positions.filter((at) => at >= first && at < first + visibleCount) : positions,
    // Two rows never share an element.
    slots: Math.max(positions.length, visibleCount + 2 * OVERSCAN),
  }
}

/** All visible rows are others than before. The rows beyond them are drawn when these are painted. */
function useJump(first: number, visibleCount: number): boolean {
  const [painted, setPainted] = useState(first)
  const isJump = Math.abs(first - painted) >= visibleCount
  useEffect(() => {
    if (isJump) startTransition(() => setPainted(first))
  }, [isJump, first])
  return isJump
}

/**
 * The offset nearest to `offset` at which the row is in sight. `scrollToIndex` of the virtualizer does the
 * same, but it makes the browser compute the layout twice more for each key.
 */
function offsetWithRow(virtualizer: Virtualizer<HTMLElement, Element>, row: number, offset: number): number {
  const { estimateSize, scrollMargin, scrollPaddingStart, scrollPaddingEnd } = virtualizer.options
  const [rowHeight, height] = [estimateSize(row), virtualizer.scrollRect?.height || window.innerHeight]
  const start = scrollMargin + row * rowHeight
  const highest = Math.max(0, start - scrollPaddingStart)
  const lowest = start + rowHeight + scrollPaddingEnd - height
  return offset > highest ? highest : Math.max(offset, lowest)
}
