// Selects an area of cells by drag, or with the arrow keys.
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { type Area, type Cell, spanArea } from './heatmap-area.ts'

type Input = { columns: number; bottom: number; top: number; select: (area: Area | null) => void }

/** `anchor` and `cell`: start and end of the area. Null if nothing is marked. */
type Mark = { anchor: Cell; cell: Cell } | null

export function useAreaSelection({ columns, bottom, top, select }: Input) {
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
    const current = mark ?? startOf({ column: columns - 1, row: top })
    const moved = moveCell(event.key, current.cell, columns)
    if (moved) {
      const cell = mark ? clampCell(moved) : current.cell
      setMark({ anchor: event.shiftKey && mark ? mark.anchor : cell, cell })
    } else if (event.key === 'Enter') {
      select(spanArea(current.anchor, current.cell))
      setMark(null)
    } else if (event.key === 'Escape') {
      if (mark) setMark(null)
      else select(null)
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

function startOf(cell: Cell): { anchor: Cell; cell: Cell } {
  return { anchor: cell, cell }
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
