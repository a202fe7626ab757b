// Selects an area of the cells of a chart: by pointer, by drag, or with the arrow keys.
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

/** Row 0 is the lowest. */
type Cell = { column: number; row: number }
/** Indexes of the first and the last column and row. */
export type Area = { left: number; right: number; bottom: number; top: number }
/** `anchor` and `cell`: start and end of the area. Null if nothing is marked. */
type Mark = { anchor: Cell; cell: Cell } | null

type Input = {
  columns: number
  /** The first and the last row. Bars have one row. */
  bottom?: number
  top?: number
  /** Called when a click, a drag or Enter ends. */
  select: (area: Area) => void
  /** Removes the selection, where the chart shows it. */
  clear?: () => void
}

/** `handlers` belong to the element of the chart. */
export function useAreaSelection({ columns, bottom = 0, top = 0, select, clear }: Input) {
  const [mark, setMark] = useState<Mark>(null)
  const isDragging = useRef(false)
  const clampCell = ({ column, row }: Cell): Cell => ({
    column: Math.min(columns - 1, Math.max(0, column)),
    row: Math.min(top, Math.max(bottom, row)),
  })
  const cellAt = (event: PointerEvent<HTMLElement>): Cell => {
    const { left, top: edge, width, height } = event.currentTarget.getBoundingClientRect()
    const rows = top - bottom + 1
    return clampCell({
      column: Math.floor(((event.clientX - left) / width) * columns),
      row: top - Math.floor(((event.clientY - edge) / height) * rows),
    })
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    isDragging.current = true
    setMark({ anchor: cellAt(event), cell: cellAt(event) })
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const cell = cellAt(event)
    setMark((previous) => ({ anchor: isDragging.current && previous ? previous.anchor : cell, cell }))
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    if (!isDragging.current || !mark) return
    isDragging.current = false
    select(spanArea(mark.anchor, cellAt(event)))
    setMark(null)
  }
  const cancel = () => {
    isDragging.current = false
    setMark(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const last = { column: columns - 1, row: top }
    const current = mark ?? { anchor: last, cell: last }
    const moved = moveCell(event.key, current.cell, columns)
    if (moved) {
      const cell = clampCell(moved)
      setMark({ anchor: event.shiftKey ? current.anchor : cell, cell })
    } else if (event.key === 'Enter') {
      select(spanArea(current.anchor, current.cell))
      // A selection that the chart does not show leaves the mark, from which the keys go on.
      if (clear) setMark(null)
    } else if (event.key === 'Escape' && clear) {
      if (mark) setMark(null)
      else clear()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    area: mark && spanArea(mark.anchor, mark.cell),
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: cancel,
      onPointerLeave: () => !isDragging.current && setMark(null),
      onBlur: cancel,
      onKeyDown,
    },
  }
}

/** The area between two cells. */
export function spanArea(a: Cell, b: Cell): Area {
  return {
    left: Math.min(a.column, b.column),
    right: Math.max(a.column, b.column),
    bottom: Math.min(a.row, b.row),
    top: Math.max(a.row, b.row),
  }
}

/** Null if the key does not move the cell. */
function moveCell(key: string, { column, row }: Cell, columns: number): Cell | null {
  const moves: Record<string, Cell> = {
    ArrowLeft: { column: column - 1, row },
    ArrowRight: { column: column + 1, row },
    ArrowUp: { column, row: row + 1 },
    ArrowDown: { column, row: row - 1 },
    Home: { column: 0, row },
    End: { column: columns - 1, row },
  }
  return moves[key] ?? null
}
