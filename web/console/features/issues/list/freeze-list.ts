// Freezes a list while the user works in it: rows keep their order, and new ones wait.
import { useState } from 'react'

type Row = { id: string }
/** Rows that a change may remove; one that was changed here may also come back. */
type Changed = ReadonlyMap<string, 'here' | 'elsewhere'>
type Input<Item> = {
  /** The rows from the store. */
  rows: Item[]
  /** Identifies the list: another key is another list. */
  listKey: string
  isInUse: boolean
  changed: Changed
}

/** `waiting`: the number of rows that `showWaiting` adds. */
export function useFrozenRows<Item extends Row>({ rows, listKey, isInUse, changed }: Input<Item>) {
  const [snapshot, setSnapshot] = useState<{ key: string; rows: Item[] } | null>(null)
  const isFrozen = isInUse && snapshot?.key === listKey
  const frozen = isFrozen ? freezeRows(snapshot.rows, rows, changed) : { rows, waiting: 0 }
  if (!isInUse && snapshot) setSnapshot(null)
  if (isInUse && rows.length > 0 && (!isFrozen || frozen.rows.length > snapshot.rows.length))
    setSnapshot({ key: listKey, rows: frozen.rows })
  const showWaiting = () => setSnapshot(null)
  return { ...frozen, showWaiting }
}

/** New rows below the last common row belong to the next page and are appended. New rows above it wait. */
export function freezeRows<Item extends Row>(
  shown: Item[],
  rows: Item[],
  changed: Changed,
): { rows: Item[]; waiting: number } {
  const current = new Map(rows.map((row) => [row.id, row]))
  const shownIds = new Set(shown.map(({ id }) => id))
  const lastCommon = rows.findLastIndex(({ id }) => shownIds.has(id))
  const frozen = shown.flatMap((row) => current.get(row.id) ?? (changed.has(row.id) ? [] : [row]))
  let waiting = 0
  const above = lastCommon < 0 ? rows : rows.slice(0, lastCommon)
  for (const [index, row] of above.entries()) {
    if (shownIds.has(row.id)) continue
    if (changed.get(row.id) === 'here') frozen.splice(frozen.indexOf(rows[index - 1]!) + 1, 0, row)
    else waiting++
  }
  const next = lastCommon < 0 ? [] : rows.slice(lastCommon + 1)
  return { rows: [...frozen, ...next], waiting }
}
