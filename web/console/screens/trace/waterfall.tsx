// The spans of a trace as rows of a tree on one time axis. Only visible rows are in the document.
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { formatDuration, nanosBetween } from '../../format-time.ts'
import { percentOf, roundTicks, type TimeWindow } from './time-window.ts'
import type { TraceCollapse } from './trace-collapse.ts'
import { useTrace } from './trace-context.ts'
import type { TreeMove } from './tree-navigation.ts'
import { WaterfallRow } from './waterfall-row.tsx'
import css from './waterfall.module.css'

/** Rows rendered beyond the visible ones, so that fast scrolling shows no empty area. */
const OVERSCAN = 12
/** Height in pixels of the time axis above the rows: it must not cover the selected row. */
const AXIS_HEIGHT = 28
const NARROW = '(max-width: 45rem)'
const COARSE = '(pointer: coarse)'
const NO_EXCEPTIONS: number[] = []
const NO_SECTIONS: TimeWindow[] = []
const MOVES: Record<string, TreeMove> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  ArrowLeft: 'collapse',
  ArrowRight: 'expand',
  Home: 'first',
  End: 'last',
  PageDown: 'page-down',
  PageUp: 'page-up',
}

type Props = { collapse: TraceCollapse; move: (move: TreeMove) => void }

export function Waterfall({ collapse, move }: Props) {
  const { trace, tree, visible, selected, colors, path, select } = useTrace()
  const { rows, groups, isExpanded, toggleRow } = collapse
  const box = useRef<HTMLDivElement>(null)
  const rowHeight = useSyncExternalStore(subscribeToMedia, readRowHeight)
  const selectedRow = rows.indexOf(selected)
  // oxlint-disable-next-line react/incompatible-library -- its functions are not passed on
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin: AXIS_HEIGHT,
    scrollPaddingStart: AXIS_HEIGHT,
    scrollPaddingEnd: rowHeight,
  })
  useEffect(() => virtualizer.measure(), [rowHeight, virtualizer])
  const hasScrolled = useRef(false)
  useEffect(() => {
    if (selectedRow < 0) return
    virtualizer.scrollToIndex(selectedRow, { align: hasScrolled.current ? 'auto' : 'center' })
    hasScrolled.current = true
  }, [selectedRow, virtualizer])
  const exceptionTimes = useMemo(() => {
    const times = new Map<string, number[]>()
    for (const { spanId, at } of trace.exceptions)
      times.set(spanId, [...(times.get(spanId) ?? []), nanosBetween(trace.start, at)])
    return times
  }, [trace])
  const onKeyDown = (event: KeyboardEvent) => {
    const treeMove = MOVES[event.key]
    if (!treeMove || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    move(treeMove)
  }
  return (
    <div
      ref={box}
      className={css.waterfall}
      role="tree"
      tabIndex={0}
      aria-label="Spans"
      aria-activedescendant={selectedRow >= 0 ? `span-${selected}` : undefined}
      onKeyDown={onKeyDown}
    >
      <TimeAxis />
      <div className={css.rows} role="presentation" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const index = rows[item.index] ?? 0
          const node = tree.nodes[index]
          if (!node) return null
          return (
            <WaterfallRow
              key={index}
              tree={tree}
              index={index}
              node={node}
              position={item.index + 1}
              rowCount={rows.length}
              top={item.start - AXIS_HEIGHT}
              visible={visible}
              isExpanded={isExpanded(index)}
              group={groups.get(index)}
              criticalSections={path?.get(index) ?? NO_SECTIONS}
              isSelected={index === selected}
              color={colors.get(node.span.service)}
              exceptionTimes={exceptionTimes.get(node.span.spanId) ?? NO_EXCEPTIONS}
              select={select}
              toggle={toggleRow}
            />
          )
        })}
      </div>
    </div>
  )
}

function TimeAxis() {
  const { visible } = useTrace()
  return (
    <div className={css.axis} role="presentation" aria-hidden="true">
      <span>Span</span>
      <div>
        {roundTicks(visible).map((at) => (
          <span key={at} className="axis" style={{ left: `${percentOf(visible, at)}%` }}>
            {formatDuration(at).replace(/\.0+ /, ' ')}
          </span>
        ))}
      </div>
    </div>
  )
}

/** In pixels, as the stylesheet sets it: two lines on a narrow screen, more for touch. */
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
