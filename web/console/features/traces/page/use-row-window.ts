// The rows of the waterfall that are in the document: the visible ones and a few more.
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import {
  type RefObject,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { SPAN_PANEL_ID } from './span-panel.tsx'
import { useTrace } from './trace-context.ts'

/** Rows beyond the visible ones: the browser paints a scroll before the page renders. */
const OVERSCAN = 8

type Options = {
  rowCount: number
  /** In pixels, like `headHeight`, the height of the sticky head. */
  rowHeight: number
  headHeight: number
  /** Starts in the middle and stays visible when it changes; -1 without one. */
  currentRow: number
  /** Rows at the top that sticky rows can cover: the current row is not scrolled there. */
  coveredRows: number
}

type RowWindow = {
  /** The uppermost visible row. */
  first: number
  /** Rows in the document. */
  positions: number[]
  /** Most rows in the document: row n can reuse the element of row n - slots. */
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
    // Otherwise the first rows are drawn before the rows around the current one.
    initialRect: { width: 0, height: window.innerHeight },
    initialOffset: () => Math.max(0, currentRow * rowHeight - window.innerHeight / 2),
  })
  useEffect(() => virtualizer.measure(), [rowHeight, virtualizer])
  const lastScroll = useRef<{ from: number; to: number } | null>(null)
  useLayoutEffect(() => {
    if (currentRow < 0) return
    const last = lastScroll.current
    if (last === null) {
      // The virtualizer does not know the height of the box yet.
      const element = box.current
      element?.scrollTo({ top: centeredOffset(virtualizer, currentRow, element.clientHeight) })
      lastScroll.current = { from: -1, to: -1 }
      return
    }
    const from = virtualizer.scrollOffset ?? 0
    // `scrollOffset` has the new position only after the next frame.
    const offset = last.from === from ? last.to : from
    const to = offsetWithRow(virtualizer, currentRow, offset)
    if (to !== offset) virtualizer.scrollElement?.scrollTo({ top: to })
    lastScroll.current = { from, to }
  }, [box, currentRow, virtualizer])
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

/** True if no visible row was visible before. Rows beyond them are drawn after these are painted. */
function useJump(first: number, visibleCount: number): boolean {
  const [painted, setPainted] = useState(first)
  const isJump = Math.abs(first - painted) >= visibleCount
  useEffect(() => {
    if (isJump) startTransition(() => setPainted(first))
  }, [isJump, first])
  return isJump
}

/**
 * The offset nearest to `offset` at which the row is visible. `scrollToIndex` of the virtualizer does the
 * same, but makes the browser compute the layout two more times for each key.
 */
function offsetWithRow(virtualizer: Virtualizer<HTMLElement, Element>, row: number, offset: number): number {
  const { estimateSize, scrollMargin, scrollPaddingStart, scrollPaddingEnd } = virtualizer.options
  const [rowHeight, height] = [estimateSize(row), virtualizer.scrollRect?.height || window.innerHeight]
  const start = scrollMargin + row * rowHeight
  const highest = Math.max(0, start - scrollPaddingStart)
  const lowest = start + rowHeight + scrollPaddingEnd - height
  return offset > highest ? highest : Math.max(offset, lowest)
}

/** The row in the middle of the box, or below the sticky rows of a low one. */
function centeredOffset(virtualizer: Virtualizer<HTMLElement, Element>, row: number, height: number): number {
  const { estimateSize, scrollMargin, scrollPaddingStart } = virtualizer.options
  const rowHeight = estimateSize(row)
  return scrollMargin + row * rowHeight - Math.max(scrollPaddingStart, (height - rowHeight) / 2)
}

const SHEET = '(max-width: 64rem)'

type Row = { currentRow: number; rowHeight: number; headHeight: number }

/**
 * On narrow screens the window scrolls too: when the selection moves or the sheet of the span opens, the row
 * is between the header and the sheet.
 */
export function useRowAboveSheet(box: RefObject<HTMLElement | null>, row: Row): void {
  const { panel } = useTrace()
  const { currentRow, rowHeight, headHeight } = row
  const isFirst = useRef(true)
  useEffect(() => {
    const element = box.current
    const sheet = visiblePart(`#${SPAN_PANEL_ID}`, 'fixed')
    // A trace opens at its title where no sheet covers the row.
    const isCovered = sheet !== undefined || !isFirst.current
    isFirst.current = false
    if (!element || !isCovered || currentRow < 0 || !matchMedia(SHEET).matches) return
    const top = element.getBoundingClientRect().top + headHeight + currentRow * rowHeight - element.scrollTop
    const upper = visiblePart('#root > header', 'sticky')?.bottom ?? 0
    const lower = sheet?.top ?? window.innerHeight
    if (top + rowHeight > lower) window.scrollBy({ top: top + rowHeight - lower })
    else if (top < upper) window.scrollBy({ top: top - upper })
    // oxlint-disable-next-line react/exhaustive-deps -- a resize moves nothing; an open sheet is higher
  }, [box, currentRow, panel.isOpen])
}

/** The place of an element that stays in the window when it scrolls; undefined where it does not. */
function visiblePart(selector: string, position: string): DOMRect | undefined {
  const element = document.querySelector(selector)
  if (!element || getComputedStyle(element).position !== position) return undefined
  return element.getBoundingClientRect()
}

const NARROW = '(max-width: 45rem)'
const COARSE = '(pointer: coarse)'

/** Row height in pixels, as in the stylesheet: two lines on a narrow screen, taller for touch. */
export function useRowHeight(): number {
  return useSyncExternalStore(subscribeToMedia, readRowHeight)
}

function readRowHeight(): number {
  if (matchMedia(NARROW).matches) return 44
  return matchMedia(COARSE).matches ? 32 : 24
}

function subscribeToMedia(onChange: () => void): () => void {
  const queries = [matchMedia(NARROW), matchMedia(COARSE)]
  for (const query of queries) query.addEventListener('change', onChange)
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange)
  }
}
