// Selection of bars of a chart: by pointer, by drag, and by keyboard.
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

/** Indexes of the first and the last selected bar. */
type BarRange = { from: number; to: number }

/** `onSelect` is called when a click, a drag or Enter ends. `handlers` belong to the element of the chart. */
export function useBarSelection(count: number, onSelect: (range: BarRange) => void) {
  const dragStart = useRef<number | null>(null)
  const [range, setRange] = useState<BarRange | null>(null)
  const clamp = (index: number) => Math.min(count - 1, Math.max(0, index))
  const indexAt = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return clamp(Math.floor(((event.clientX - left) / width) * count))
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) =>
    setRange(ordered(dragStart.current ?? indexAt(event), indexAt(event)))
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    dragStart.current = indexAt(event)
    onPointerMove(event)
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    if (dragStart.current === null) return
    const selected = ordered(dragStart.current, indexAt(event))
    dragStart.current = null
    onSelect(selected)
  }
  const onPointerCancel = () => {
    dragStart.current = null
    setRange(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const current = range?.from ?? count - 1
    const next = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: count - 1 }[event.key]
    if (next !== undefined) setRange({ from: clamp(next), to: clamp(next) })
    else if (event.key === 'Enter') onSelect({ from: current, to: current })
    else return
    event.preventDefault()
  }
  const onPointerLeave = () => setRange(null)
  return {
    range,
    handlers: { onPointerMove, onPointerDown, onPointerUp, onPointerCancel, onPointerLeave, onKeyDown },
  }
}

function ordered(a: number, b: number): BarRange {
  return { from: Math.min(a, b), to: Math.max(a, b) }
}
