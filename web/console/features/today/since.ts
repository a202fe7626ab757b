// Since when the screen shows what happened: the choice in the URL, else the mark of the last visit.
import { useState } from 'react'
import { formatDay, formatMinute } from '../../format/format-time.ts'
import { readStored, writeStored } from '../../ui/storage.ts'

export type Choice = 'visit' | '24h' | '7d' | 'instant'
/** `instant`: undefined for the last 24 hours, which move with the clock. */
export type Since = { choice: Choice; instant: string | undefined }

const KEY = 'errata.lastVisit'
const DAY_MS = 86_400_000
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** For a browser that refuses to store it: until the page is closed. */
let ofPage: string | null = null

/** Null: this browser has no mark. */
function readMark(): string | null {
  const stored = readStored(KEY) ?? ofPage
  return typeof stored === 'string' && Date.parse(stored) < Date.now() ? stored : null
}

/** The mark moves only when it is set, never because the screen was opened. */
export function useMark(): [mark: string | null, setMark: (mark: string | null) => void] {
  const [mark, setMark] = useState(readMark)
  const set = (instant: string | null) => {
    writeStored(KEY, instant ?? undefined)
    ofPage = readStored(KEY) === instant ? null : instant
    setMark(instant)
  }
  return [mark, set]
}

/** `value`: of the URL; an invalid one counts as none. `openedAt`: milliseconds since 1970. */
export function readSince(value: string | undefined, mark: string | null, openedAt: number): Since {
  const at = Date.parse(value ?? '')
  if (at < openedAt) return { choice: 'instant', instant: new Date(at).toISOString() }
  if (value === '7d') return { choice: '7d', instant: new Date(openedAt - 7 * DAY_MS).toISOString() }
  if (value === '24h' || mark === null) return { choice: '24h', instant: undefined }
  return { choice: 'visit', instant: mark }
}

/** `18:04`, `yesterday 18:04`, `Friday 18:04`, `2 Nov 18:04`. */
export function formatSince(instant: string, now: number): string {
  const date = new Date(instant)
  const days = Math.round((startOfDay(new Date(now)) - startOfDay(date)) / DAY_MS)
  if (days === 0) return formatMinute(date)
  if (days === 1) return `yesterday ${formatMinute(date)}`
  return `${days < 7 ? WEEKDAYS[date.getDay()] : formatDay(date)} ${formatMinute(date)}`
}

/** Milliseconds since 1970, in the zone of the reader. */
function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}

/** The value of a field of the type `datetime-local`. */
export function toLocalField(instant: string): string {
  const date = new Date(instant)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
