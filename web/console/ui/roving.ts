// Roving tabindex for lists: one row is in the tab order, `j` and `k` move it. A row is known by its id: rows
// that come and go do not change which one is current.
import { useLayoutEffect, useState } from 'react'

export type Roving = ReturnType<typeof useRoving>[0]

/** For this long after an action, the focus moves on if its row or button disappears. */
const FOLLOW_MS = 5_000

type Current = { id: string; index: number }
type Options = {
  /** Another key is another list: no row of it is current. */
  listKey?: string
  /** The row that is current at first, where the list has it. */
  initialId?: string | undefined
}

/**
 * A row has `rowProps`, its link the tabIndex of `tabIndexOf`. The second value is the `ref` of the list.
 * `index` is -1 until a row gets the focus. Where the current row goes, the one that takes its place follows.
 */
export function useRoving(ids: string[], { listKey = '', initialId }: Options = {}) {
  const [list, setList] = useState<HTMLElement | null>(null)
  const [current, setRow] = useState<Current | null>(initialId ? { id: initialId, index: -1 } : null)
  const [key, setKey] = useState(listKey)
  const [follow, setFollow] = useState(() => ({
    until: initialId ? Date.now() + FOLLOW_MS : 0,
    isInitial: true,
  }))
  const row = key === listKey ? findRow(ids, current) : null
  if (key !== listKey) setKey(listKey)
  if (row?.id !== current?.id || row?.index !== current?.index)
    // An empty list may be one that loads.
    if (ids.length > 0 || key !== listKey) setRow(row)
  const index = row?.index ?? -1

  const focusRow = (at: number) => {
    const row = list?.querySelector(`[data-row="${at}"]`)
    const link = row?.querySelector<HTMLElement>('.row-link') ?? row?.querySelector('a')
    link?.focus()
  }
  const move = (by: number) => {
    const next = Math.min(ids.length - 1, Math.max(0, index + by))
    setIndex(next)
    focusRow(next)
  }
  const setIndex = (at: number) => {
    const id = ids[at]
    setRow(id === undefined ? null : { id, index: at })
  }
  /** The properties of the element of a row. */
  const rowProps = (at: number) => ({
    'data-row': at,
    'aria-current': at === index || undefined,
    onFocus: () => setIndex(at),
  })
  const tabIndexOf = (at: number) => (at === Math.max(0, index) ? 0 : -1)
  /** The row, or the button, that has the focus is about to go. */
  const followFocus = () => setFollow({ until: Date.now() + FOLLOW_MS, isInitial: false })
  useLayoutEffect(() => {
    if (follow.until < Date.now() || document.activeElement !== document.body) return
    if (ids.length > 0) focusRow(Math.max(0, index))
    else if (!follow.isInitial) document.querySelector<HTMLElement>('main')?.focus()
  })
  return [{ index, setIndex, rowProps, move, tabIndexOf, followFocus }, setList] as const
}

/** The row that was current, else the one in its place. */
function findRow(ids: string[], current: Current | null): Current | null {
  if (current === null) return null
  const index = ids.indexOf(current.id)
  if (index >= 0) return { id: current.id, index }
  const next = Math.min(current.index, ids.length - 1)
  const id = ids[next]
  return id === undefined ? null : { id, index: next }
}
