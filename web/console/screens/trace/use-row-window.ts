// The rows of the waterfall that are in the document: those that are visible and some beyond.
import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

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
  const hasScrolled = useRef(false)
  useLayoutEffect(() => {
    if (currentRow < 0) return
    virtualizer.scrollToIndex(currentRow, { align: hasScrolled.current ? 'auto' : 'center' })
    hasScrolled.current = true
  }, [currentRow, virtualizer])
  const height = virtualizer.scrollRect?.height || window.innerHeight
  const positions = virtualizer.getVirtualIndexes()
  return {
    first: Math.max(0, Math.min(rowCount - 1, Math.floor((virtualizer.scrollOffset ?? 0) / rowHeight))),
    positions,
    // Two rows never share an element.
    slots: Math.max(positions.length, Math.ceil(height / rowHeight) + 1 + 2 * OVERSCAN),
  }
}
