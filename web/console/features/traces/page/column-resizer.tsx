// The edge between the names and the bars of the waterfall: a drag or the arrow keys move it.
import type { KeyboardEvent, PointerEvent, RefObject } from 'react'
import type { NameColumn } from './use-name-column.ts'
import css from './waterfall.module.css'

const KEY_STEP = 16

type Props = { frame: RefObject<HTMLElement | null>; column: NameColumn }

export function ColumnResizer({ frame, column: { width, min, max, resize } }: Props) {
  const onKeyDown = (event: KeyboardEvent) => {
    const targets: Record<string, number | null> = {
      ArrowLeft: width - KEY_STEP,
      ArrowRight: width + KEY_STEP,
      Home: min,
      End: max,
      Enter: null,
    }
    const target = targets[event.key]
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    resize(target)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    resize(event.clientX - (frame.current?.getBoundingClientRect().left ?? 0))
  }
  return (
    <div
      className={css.resizer}
      style={{ left: width }}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="Width of the names"
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      title="Drag, or arrow keys; double click for the usual width"
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onDoubleClick={() => resize(null)}
    />
  )
}
