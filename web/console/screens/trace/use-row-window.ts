// The rows of a scrolled list that are in the document: those that are visible and some beyond. All rows have
// one height.
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Rows beyond the visible ones: scrolling is painted before the page can follow. */
const OVERSCAN = 8

type Options = {
  rowCount: number
  /** In pixels, as `headHeight`: what stays above the rows while they scroll. */
  rowHeight: number
  headHeight: number
  /** The row in the middle at first. */
  initialRow: number
}

type RowWindow = {
  /** The uppermost visible row. */
  first: number
  /** Of the rows in the document; `end` is the one after the last. */
  start: number
  end: number
  /** How many rows are in the document at most: row n can reuse the element of row n - slots. */
  slots: number
  /** Scrolls so far that the row is visible below `coveredRows` rows. */
  scrollTo: (row: number, coveredRows: number) => void
}

export function useRowWindow(box: RefObject<HTMLElement | null>, options: Options): RowWindow {
  const { rowCount, rowHeight, headHeight, initialRow } = options
  const [view, setView] = useState(() => {
    const height = window.innerHeight
    return { top: Math.max(0, initialRow * rowHeight - height / 2), height }
  })
  const readView = useCallback(() => {
    const { scrollTop: top = 0, clientHeight = 0 } = box.current ?? {}
    const height = clientHeight - headHeight
    setView((last) =>
      // Within one row nothing changes.
      Math.floor(last.top / rowHeight) === Math.floor(top / rowHeight) && last.height === height
        ? last
        : { top, height },
    )
  }, [box, rowHeight, headHeight])

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    // Before the paint, else a jump of the scroll bar shows no rows for a frame.
    const onScroll = () => flushSync(readView)
    const observer = new ResizeObserver(readView)
    observer.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [box, readView])

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    element.scrollTop = initialRow * rowHeight - (element.clientHeight - headHeight) / 2
    readView()
    // oxlint-disable-next-line react/exhaustive-deps -- the first row that is shown is scrolled to once
  }, [])

  const scrollTo = useCallback(
    (row: number, coveredRows: number) => {
      const element = box.current
      if (!element) return
      const top = row * rowHeight
      const height = element.clientHeight - headHeight
      const least = top + 2 * rowHeight - height
      const most = top - coveredRows * rowHeight
      // Farther away than a screen: its surroundings are of interest.
      if (Math.abs(element.scrollTop - top) > 2 * height) element.scrollTop = top - height / 2
      else if (element.scrollTop < least) element.scrollTop = least
      else if (element.scrollTop > most) element.scrollTop = most
      readView()
    },
    [box, rowHeight, headHeight, readView],
  )

  const visibleRows = Math.ceil(Math.max(0, view.height) / rowHeight) + 1
  const first = Math.max(0, Math.min(rowCount - 1, Math.floor(view.top / rowHeight)))
  return {
    first,
    start: Math.max(0, first - OVERSCAN),
    end: Math.min(rowCount, first + visibleRows + OVERSCAN),
    slots: visibleRows + 2 * OVERSCAN,
    scrollTo,
  }
}
