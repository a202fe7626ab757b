// The complete trace in one picture: the upper levels of its tree, errors as red marks. A drag zooms.
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react'
import { formatDuration } from '../../format-time.ts'
import type { SpanNode } from './span-tree.ts'
import { useTrace } from './trace-context.ts'
import { moveWindow, type TimeWindow } from './time-window.ts'
import css from './minimap.module.css'

/** Levels that fit into the height. */
const LEVELS = 6
/** A span with a smaller share of the trace is less than a pixel wide. */
const MIN_SHARE = 0.001
const MAX_SHAPES = 600
/** A drag over a smaller share of the trace is a click, which ends the zoom. */
const CLICK_SHARE = 0.005
/** A shorter span would not be visible. */
const MIN_WIDTH = 3
const WIDTH = 1000
const HEIGHT = 64

export function Minimap() {
  const { tree, selected, full, visible, zoom } = useTrace()
  const [drag, setDrag] = useState<TimeWindow | null>(null)
  const length = full.to - full.from
  const x = (at: number) => ((at - full.from) / length) * WIDTH
  const timeAt = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return full.from + Math.min(1, Math.max(0, (event.clientX - left) / width)) * length
  }
  const area = drag && { from: Math.min(drag.from, drag.to), to: Math.max(drag.from, drag.to) }
  const endDrag = () => {
    if (!area) return
    zoom((area.to - area.from) / length > CLICK_SHARE ? area : null)
    setDrag(null)
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
      className={css.minimap}
      role="slider"
      tabIndex={0}
      aria-label="Overview of the trace. Up and down zoom, left and right move, Escape shows all"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(((visible.from - full.from) / length) * 100)}
      aria-valuetext={`${range} of ${formatDuration(length)}`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ from: timeAt(event), to: timeAt(event) })
      }}
      onPointerMove={(event) => drag && setDrag({ from: drag.from, to: timeAt(event) })}
      onPointerUp={endDrag}
      onPointerCancel={() => setDrag(null)}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <Spans length={length} x={x} />
        {node && <Area className={css.selected} from={x(node.start)} to={x(node.end)} />}
        {area && <Area className={css.selected} from={x(area.from)} to={x(area.to)} />}
        <Area className={css.outside} from={0} to={x(visible.from)} />
        <Area className={css.outside} from={x(visible.to)} to={WIDTH} />
      </svg>
    </div>
  )
}

function Area({ className, from, to }: { className: string | undefined; from: number; to: number }) {
  if (from === to && className === css.outside) return null
  return <rect className={className} x={from} width={Math.max(MIN_WIDTH, to - from)} height={HEIGHT} />
}

function Spans({ length, x }: { length: number; x: (at: number) => number }) {
  const { tree, colors } = useTrace()
  const { bars, errors } = useMemo(() => {
    const isVisible = ({ depth, start, end }: SpanNode) =>
      depth < LEVELS && (end - start) / length > MIN_SHARE
    return {
      bars: tree.nodes.filter(isVisible).slice(0, MAX_SHAPES),
      errors: tree.nodes.filter(({ failed }) => failed).slice(0, MAX_SHAPES),
    }
  }, [tree, length])
  return (
    <>
      {bars.map(({ span, start, end, depth }) => (
        <rect
          key={`${span.spanId} ${start}`}
          data-service={colors.get(span.service)}
          x={x(start)}
          width={Math.max(1, x(end) - x(start))}
          y={8 + depth * 9}
          height={6}
        />
      ))}
      {errors.map(({ span, start }) => (
        <rect key={`${span.spanId} ${start}`} className={css.error} x={x(start)} width={2} height={5} />
      ))}
    </>
  )
}
