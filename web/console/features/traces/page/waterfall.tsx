// The spans of a trace as rows of a tree on one time axis. Only visible rows are in the document.
import { type KeyboardEvent, memo, type MouseEvent, useMemo, useRef } from 'react'
import { isTooEarly } from '../../../app/shortcuts.ts'
import { ColumnResizer, useNameColumn } from './name-column.tsx'
import { spanMarks } from './span-marks.ts'
import { stickyAncestors } from './sticky-ancestors.ts'
import type { TraceRows } from '../spans/trace-rows.ts'
import { useTrace } from './trace-context.ts'
import type { TreeMove } from './trace-keys.ts'
import { useRowAboveSheet, useRowHeight, useRowWindow } from './use-row-window.ts'
import { WaterfallRow } from './waterfall-row.tsx'
import css from './waterfall.module.css'
import { formatTicks, percentOf, roundTicks, type TimeWindow } from '../spans/time-window.ts'

/** Height in pixels of the time axis above the rows. */
const AXIS_HEIGHT = 28
/** The tree is as high as its rows. If less than this many pixels are left, the screen scrolls instead. */
const MIN_HEIGHT = 192
/** Ancestors that stay visible. Narrow screens have high rows: one is enough. */
const STICKY_ROWS = 5
const NARROW_STICKY_ROWS = 1
const NARROW_ROW = 40
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

type Props = { traceRows: TraceRows; move: (move: TreeMove) => void }

export function Waterfall({ traceRows, move }: Props) {
  const { trace, tree, visible, selected, colors, path, select } = useTrace()
  const { rows, groups, isExpanded, toggleRow } = traceRows
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const column = useNameColumn(frame, tree)
  const rowHeight = useRowHeight()
  const maxSticky = rowHeight > NARROW_ROW ? NARROW_STICKY_ROWS : STICKY_ROWS
  const currentRow = rows.indexOf(selected)
  const { first, positions, slots } = useRowWindow(box, {
    rowCount: rows.length,
    rowHeight,
    headHeight: AXIS_HEIGHT,
    currentRow,
    coveredRows: maxSticky,
  })
  useRowAboveSheet(box, { currentRow, rowHeight, headHeight: AXIS_HEIGHT })
  const marks = useMemo(() => spanMarks(tree, trace), [tree, trace])
  const sticky = stickyAncestors(tree, rows, first, maxSticky)

  const onKeyDown = (event: KeyboardEvent) => {
    const treeMove = MOVES[event.key]
    if (!treeMove || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    if (!isTooEarly(event)) move(treeMove)
  }
  const onClick = ({ target }: MouseEvent) => {
    const index = rowOf(target)
    if (index === undefined) return
    if (target instanceof Element && target.closest('[data-toggle]')) toggleRow(index)
    else select(index)
  }
  const onDoubleClick = ({ target }: MouseEvent) => {
    const index = rowOf(target)
    if (index !== undefined && traceRows.canExpand(index)) toggleRow(index)
  }
  const row = (index: number, top: number, position: number) => {
    const node = tree.nodes[index]
    return (
      node && {
        tree,
        index,
        node,
        position,
        rowCount: rows.length,
        top,
        visible,
        isExpanded: isExpanded(index),
        group: groups.get(index),
        isSelected: index === selected,
        isMatch: traceRows.matches?.(node),
        color: colors.get(node.span.service),
        marks: marks.get(index),
        path: path?.sectionsOf(index),
      }
    )
  }
  return (
    <div
      className={css.frame}
      ref={frame}
      style={{ minHeight: Math.min(MIN_HEIGHT, AXIS_HEIGHT + rows.length * rowHeight) }}
    >
      <div
        ref={box}
        className={css.waterfall}
        role="tree"
        tabIndex={0}
        aria-label="Spans"
        aria-activedescendant={currentRow >= 0 ? `span-${selected}` : undefined}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onDoubleClick={onDoubleClick}
      >
        <div className={css.head} role="presentation" aria-hidden="true">
          <TimeAxis visible={visible} />
          <div className={css.sticky} style={{ height: sticky.length * rowHeight }}>
            {sticky.map((index, position) => {
              const props = row(index, position * rowHeight, 0)
              // oxlint-disable-next-line react/no-array-index-key -- rows reuse elements
              return props && <WaterfallRow key={position} {...props} isSticky />
            })}
          </div>
        </div>
        <div className={css.rows} role="presentation" style={{ height: rows.length * rowHeight }}>
          {positions.map((position) => {
            const props = row(rows[position] ?? -1, position * rowHeight, position + 1)
            // A row that scrolls into view reuses the element of one that left it.
            return props && <WaterfallRow key={position % slots} {...props} />
          })}
        </div>
      </div>
      <ColumnResizer frame={frame} column={column} />
    </div>
  )
}

function rowOf(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  return row ? Number(row.dataset['row']) : undefined
}

/** The times above the rows. */
const TimeAxis = memo(function Axis({ visible }: { visible: TimeWindow }) {
  const ticks = roundTicks(visible)
  const labels = formatTicks(ticks)
  return (
    <div className={`faint ${css.axis}`}>
      <span className="wide-only" data-name-column="">
        Span
      </span>
      <div>
        {ticks.map((at, index) => (
          <span key={at} className="axis" style={{ left: `${percentOf(visible, at)}%` }}>
            {labels[index]}
          </span>
        ))}
      </div>
    </div>
  )
})
