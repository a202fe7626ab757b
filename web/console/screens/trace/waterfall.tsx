// The spans of a trace as rows of a tree against one time axis. Only the rows on show exist: 50,000 scroll like 50.

import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import type { TraceException } from '../../../../store/api/contract.ts'
import { nanosBetween } from '../../format-time.ts'
import type { Run } from './repeated-spans.ts'
import type { SpanTree } from './span-tree.ts'
import { type Move, roundTicks } from './tree-navigation.ts'
import { duration } from '../../format-time.ts'
import { useRowHeight } from './use-row-height.ts'
import { WaterfallRow } from './waterfall-row.tsx'
import css from './waterfall.module.css'

/** Rows drawn beyond the edge: a quick scroll must not show paper. */
const OVERSCAN = 12
const NEVER: number[] = []
/** The sticky ruler above the rows, in pixels: what is scrolled to must not hide below it. */
const RULER = 28

type Folds = {
  rows: number[]
  runs: ReadonlyMap<number, Run>
  isOpen: (index: number) => boolean
  fold: (index: number) => void
}

type Props = {
  tree: SpanTree
  folds: Folds
  base: string
  exceptions: TraceException[]
  view: { from: number; to: number }
  selected: number
  hues: Map<string, number>
  select: (index: number) => void
  move: (move: Move) => void
}

export function Waterfall({ tree, folds, base, exceptions, view, selected, hues, select, move }: Props) {
  const { rows } = folds
  const box = useRef<HTMLDivElement>(null)
  const height = useRowHeight()
  const place = rows.indexOf(selected)
  // oxlint-disable-next-line react/incompatible-library -- its functions are used here and go no further
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: OVERSCAN,
    scrollMargin: RULER,
    scrollPaddingStart: RULER,
    scrollPaddingEnd: height,
  })
  useEffect(() => virtual.measure(), [height, virtual])
  const opened = useRef(false)
  useEffect(() => {
    if (place < 0) return
    virtual.scrollToIndex(place, { align: opened.current ? 'auto' : 'center' })
    opened.current = true
  }, [place, virtual])
  const thrown = useMemo(() => {
    const groups = Map.groupBy(exceptions, ({ spanId }) => spanId)
    return new Map(
      [...groups].map(([spanId, found]) => [spanId, found.map(({ at }) => nanosBetween(base, at))]),
    )
  }, [exceptions, base])
  const press = (event: KeyboardEvent) => {
    const wanted = MOVES[event.key]
    if (!wanted || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    move(wanted)
  }
  return (
    <div
      ref={box}
      className={css.waterfall}
      role="tree"
      tabIndex={0}
      aria-label="Spans"
      aria-activedescendant={place >= 0 ? `span-${selected}` : undefined}
      onKeyDown={press}
    >
      <div className={css.ruler} role="presentation" aria-hidden="true">
        <span>Span</span>
        <div>
          {roundTicks(view.from, view.to).map((at) => (
            <span
              key={at}
              className="axis"
              style={{ left: `${((at - view.from) / (view.to - view.from)) * 100}%` }}
            >
              {duration(at).replace(/\.0+ /, ' ')}
            </span>
          ))}
        </div>
      </div>
      <div className={css.rows} role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const index = rows[item.index] ?? 0
          const node = tree.nodes[index]
          if (!node) return null
          return (
            <WaterfallRow
              key={index}
              tree={tree}
              index={index}
              node={node}
              place={item.index}
              total={rows.length}
              top={item.start - RULER}
              view={view}
              open={folds.isOpen(index)}
              run={folds.runs.get(index)}
              selected={index === selected}
              hue={hues.get(node.span.service)}
              thrown={thrown.get(node.span.spanId) ?? NEVER}
              select={select}
              fold={folds.fold}
            />
          )
        })}
      </div>
    </div>
  )
}

const MOVES: Record<string, Move> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  ArrowLeft: 'fold',
  ArrowRight: 'unfold',
  Home: 'first',
  End: 'last',
  PageDown: 'page-down',
  PageUp: 'page-up',
}
