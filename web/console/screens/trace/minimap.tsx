// The whole trace at a glance: the upper levels of its tree, errors as red marks. A drag over it zooms.

import { type PointerEvent, useMemo, useState } from 'react'
import type { SpanTree } from './span-tree.ts'
import css from './trace.module.css'

type View = { from: number; to: number }
type Props = {
  tree: SpanTree
  view: View
  whole: View
  hues: Map<string, number>
  selected: number
  zoom: (view: View | null) => void
}

const LEVELS = 6
/** Narrower than this share of the width is not seen, and costs a shape. */
const SEEN = 0.001
const SHAPES = 600
/** A press that moved less than this share is a click: back to the whole. */
const CLICK = 0.005

export function Strip({ tree, view, whole, hues, selected, zoom }: Props) {
  const [drag, setDrag] = useState<View | null>(null)
  const length = whole.to - whole.from
  const drawn = useMemo(
    () =>
      tree.nodes
        .filter(({ depth, start, end }) => depth < LEVELS && (end - start) / length > SEEN)
        .slice(0, SHAPES),
    [tree, length],
  )
  const failed = useMemo(() => tree.nodes.filter((node) => node.failed).slice(0, SHAPES), [tree])
  const x = (at: number) => ((at - whole.from) / length) * 1000
  const at = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    return whole.from + Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * length
  }
  const finish = () => {
    if (!drag) return
    const ends = { from: Math.min(drag.from, drag.to), to: Math.max(drag.from, drag.to) }
    zoom((ends.to - ends.from) / length > CLICK ? ends : null)
    setDrag(null)
  }
  const here = tree.nodes[selected]
  return (
    <div
      className={css.strip}
      role="img"
      aria-label="The whole trace. Drag to zoom; z zooms to the span, 0 shows all"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ from: at(event), to: at(event) })
      }}
      onPointerMove={(event) => drag && setDrag({ from: drag.from, to: at(event) })}
      onPointerUp={finish}
      onPointerCancel={() => setDrag(null)}
    >
      <svg viewBox="0 0 1000 64" preserveAspectRatio="none" aria-hidden="true">
        {drawn.map((node) => (
          <rect
            key={`${node.span.spanId} ${node.start}`}
            data-service={hues.get(node.span.service)}
            x={x(node.start)}
            width={Math.max(1, x(node.end) - x(node.start))}
            y={8 + node.depth * 9}
            height={6}
          />
        ))}
        {failed.map((node) => (
          <rect
            key={`${node.span.spanId} ${node.start}`}
            className={css.tick}
            x={x(node.start)}
            width={2}
            y={0}
            height={5}
          />
        ))}
        {here && (
          <rect
            className={css.chosen}
            x={x(here.start)}
            width={Math.max(3, x(here.end) - x(here.start))}
            y={0}
            height={64}
          />
        )}
        {drag && (
          <rect
            className={css.chosen}
            x={x(Math.min(drag.from, drag.to))}
            width={Math.abs(x(drag.to) - x(drag.from))}
            y={0}
            height={64}
          />
        )}
        {view.from > whole.from && (
          <rect className={css.outside} x={0} width={x(view.from)} y={0} height={64} />
        )}
        {view.to < whole.to && (
          <rect className={css.outside} x={x(view.to)} width={1000 - x(view.to)} y={0} height={64} />
        )}
      </svg>
    </div>
  )
}
