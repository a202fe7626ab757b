import { useState } from 'react'

export type Roving = ReturnType<typeof useRoving>[0]

/** One row of a list takes the focus; `j` and `k` move it. Rows carry `data-row`, and their link the tabIndex that belongs to it; the second answer is the list's `ref`. */
export function useRoving(length: number) {
  const [list, setList] = useState<HTMLElement | null>(null)
  const [wanted, setPlace] = useState(-1)
  const place = Math.min(wanted, length - 1)
  const move = (by: number) => {
    const next = Math.min(length - 1, Math.max(0, place + by))
    setPlace(next)
    list?.querySelector<HTMLElement>(`[data-row="${next}"] a`)?.focus()
  }
  const roving = {
    place,
    setPlace,
    move,
    tabIndexOf: (index: number) => (index === Math.max(0, place) ? 0 : -1),
  }
  return [roving, setList] as const
}
