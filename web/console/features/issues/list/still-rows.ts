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
  const [snapshot, setSnapshot] = useState<{ key: string; rows: Item[] } | null>(null)
  const isStill = isBusy && snapshot?.key === listKey
  const still = isStill ? keepOrder(snapshot.rows, rows, decided) : { rows, waiting: 0 }
  if (!isBusy && snapshot) setSnapshot(null)
  if (isBusy && rows.length > 0 && (!isStill || still.rows.length > snapshot.rows.length))
    setSnapshot({ key: listKey, rows: still.rows })
  const showWaiting = () => setSnapshot(null)
  return { ...still, showWaiting }
}

/** Rows below the last common one are a further page: they are appended. Those above it wait. */
export function keepOrder<Item extends Row>(
  shown: Item[],
  rows: Item[],
  decided: Decided,
): { rows: Item[]; waiting: number } {
  const current = new Map(rows.map((row) => [row.id, row]))
  const shownIds = new Set(shown.map(({ id }) => id))
  const lastCommon = rows.findLastIndex(({ id }) => shownIds.has(id))
  const still = shown.flatMap((row) => current.get(row.id) ?? (decided.has(row.id) ? [] : [row]))
  let waiting = 0
  const above = lastCommon < 0 ? rows : rows.slice(0, lastCommon)
  for (const [index, row] of above.entries()) {
    if (shownIds.has(row.id)) continue
    if (decided.get(row.id) === 'here') still.splice(still.indexOf(rows[index - 1]!) + 1, 0, row)
    else waiting++
  }
  const further = lastCommon < 0 ? [] : rows.slice(lastCommon + 1)
  return { rows: [...still, ...further], waiting }
}
