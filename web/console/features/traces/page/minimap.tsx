// The overview of a trace: the upper levels of its tree, errors as red marks. A drag zooms.
import { type KeyboardEvent, memo, type PointerEvent, useMemo, useState } from 'react'
import { formatDuration } from '../../../format/format-time.ts'
import { failureMarks, minimapBars, WIDTH } from './minimap-shapes.ts'
import type { SpanTree } from '../../../../../contract/timeline/span-tree.ts'
import { useTrace } from './trace-context.ts'
import { moveWindow, type TimeWindow } from '../spans/time-window.ts'
import css from './minimap.module.css'

/** A drag over a smaller share of the trace counts as a click, which ends the zoom. */
const CLICK_SHARE = 0.005
const HEIGHT = 64
const LANE_HEIGHT = 9
const BAR_HEIGHT = 6
const FIRST_LANE = 8

export function Minimap() {
  const { tree, selected, colors, full, visible, zoom } = useTrace()
  const [drag, setDrag] = useState<TimeWindow | null>(null)
  const length = full.to - full.from
  const percent = (at: number) => `${((at - full.from) / length) * 100}%`
  const area = drag && { from: Math.min(drag.from, drag.to), to: Math.max(drag.from, drag.to) }
  const timeAt = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return full.from + Math.min(1, Math.max(0, (event.clientX - left) / width)) * length
  }
  const endDrag = () => {
    if (!area) return
    zoom((area.to - area.from) / length > CLICK_SHARE ? area : null)
    setDrag(null)
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    const edge = event.target instanceof HTMLElement ? event.target.dataset['edge'] : undefined
    // Dragging a handle keeps the other edge of the window.
    const from = edge === 'from' ? visible.to : edge === 'to' ? visible.from : timeAt(event)
    setDrag({ from, to: timeAt(event) })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const moved = moveWindow(event.key, visible, full)
    if (moved === undefined) return
    event.preventDefault()
    zoom(moved)
  }
  const range = `${formatDuration(visible.from)} to ${formatDuration(visible.to)}`
  const node = tree.nodes[selected]
  return (
    <div
      className={`chart ${css.minimap}`}
      role="slider"
      tabIndex={0}
      aria-label="Trace overview. Up and Down zoom, Left and Right move, Escape shows the full trace"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(((visible.from - full.from) / length) * 100)}
      aria-valuetext={`${range} of ${formatDuration(length)}`}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => drag && setDrag({ from: drag.from, to: timeAt(event) })}
      onPointerUp={endDrag}
      onPointerCancel={() => setDrag(null)}
    >
      <Shapes tree={tree} colors={colors} length={length} />
      {node && <i className={css.selected} style={between(percent(node.start), percent(node.end))} />}
      <i className={css.outside} style={{ left: 0, width: percent(visible.from) }} />
      <i className={css.outside} style={{ left: percent(visible.to), right: 0 }} />
      {area && <i className={css.area} style={between(percent(area.from), percent(area.to))} />}
      <i className={css.handle} data-edge="from" style={{ left: percent(visible.from) }} />
      <i className={css.handle} data-edge="to" style={{ left: percent(visible.to) }} />
    </div>
  )
}

function between(from: string, to: string) {
  return { left: from, width: `calc(${to} - ${from})` }
}

type ShapesProps = { tree: SpanTree; colors: Map<string, number>; length: number }

/** Not drawn again when the selection moves. */
const Shapes = memo(function Shapes({ tree, colors, length }: ShapesProps) {
  const paths = useMemo(() => barPaths(tree, colors, length), [tree, colors, length])
  const failures = useMemo(() => failureMarks(tree, length).map((x) => `M${x} 0h2v5h-2z`), [tree, length])
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {[...paths].map(([color, path]) => (
        <path key={color} data-service={color} d={path} />
      ))}
      <path className={css.error} d={failures.join('')} />
    </svg>
  )
})

/** One path per colour, so that thousands of bars are a few elements. */
function barPaths(tree: SpanTree, colors: Map<string, number>, length: number): Map<number, string> {
  const paths = new Map<number, string>()
  for (const { node, lane, from, to } of minimapBars(tree, length)) {
    const color = colors.get(node.span.service) ?? 0
    const bar = `M${from} ${FIRST_LANE + lane * LANE_HEIGHT}h${to - from}v${BAR_HEIGHT}h${from - to}z`
    paths.set(color, (paths.get(color) ?? '') + bar)
  }
  return paths
}
