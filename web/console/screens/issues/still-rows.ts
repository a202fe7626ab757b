// Keeps a list still while somebody works in it: rows stay in their order, new ones wait.
import { useState } from 'react'

type Row = { id: string }
/** Ids of rows that may go; those decided about here may also come back. */
type Decided = ReadonlyMap<string, 'here' | 'elsewhere'>
type Input<Item> = {
  /** The rows as the store has them. */
  rows: Item[]
  /** Another key is another list. */
  listKey: string
  isBusy: boolean
  decided: Decided
}

/** `waiting`: how many rows `showWaiting` shows. */
export function useStillRows<Item extends Row>({ rows, listKey, isBusy, decided }: Input<Item>) {
  const [held, setHeld] = useState<{ key: string; rows: Item[] } | null>(null)
  const isStill = isBusy && held?.key === listKey
  const still = isStill ? keepOrder(held.rows, rows, decided) : { rows, waiting: 0 }
  if (!isBusy && held) setHeld(null)
  if (isBusy && rows.length > 0 && (!isStill || still.rows.length > held.rows.length))
    setHeld({ key: listKey, rows: still.rows })
  const showWaiting = () => setHeld(null)
  return { ...still, showWaiting }
}

/** Rows below the last common one are a further page: they are appended. Those above it wait. */
export function keepOrder<Item extends Row>(
  held: Item[],
  rows: Item[],
  decided: Decided,
): { rows: Item[]; waiting: number } {
  const current = new Map(rows.map((row) => [row.id, row]))
  const heldIds = new Set(held.map(({ id }) => id))
  const lastCommon = rows.findLastIndex(({ id }) => heldIds.has(id))
  const still = held.flatMap((row) => current.get(row.id) ?? (decided.has(row.id) ? [] : [row]))
  let waiting = 0
  const above = lastCommon < 0 ? rows : rows.slice(0, lastCommon)
  for (const [index, row] of above.entries()) {
    if (heldIds.has(row.id)) continue
    if (decided.get(row.id) === 'here') still.splice(still.indexOf(rows[index - 1]!) + 1, 0, row)
    else waiting++
  }
  const further = lastCommon < 0 ? [] : rows.slice(lastCommon + 1)
  return { rows: [...still, ...further], waiting }
}
