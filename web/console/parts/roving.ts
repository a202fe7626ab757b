// Roving tabindex for lists: one row is in the tab order, `j` and `k` move it.
import { useState } from 'react'

export type Roving = ReturnType<typeof useRoving>[0]

/**
 * A row has `data-row`, its link the tabIndex of `tabIndexOf`. The second value is the `ref` of the list.
 * `index` is -1 until a row gets the focus.
 */
export function useRoving(length: number) {
  const [list, setList] = useState<HTMLElement | null>(null)
  const [focused, setIndex] = useState(-1)
  const index = Math.min(focused, length - 1)
  const move = (by: number) => {
    const next = Math.min(length - 1, Math.max(0, index + by))
    setIndex(next)
    list?.querySelector<HTMLElement>(`[data-row="${next}"] a`)?.focus()
  }
  const tabIndexOf = (row: number) => (row === Math.max(0, index) ? 0 : -1)
  return [{ index, setIndex, move, tabIndexOf }, setList] as const
}
