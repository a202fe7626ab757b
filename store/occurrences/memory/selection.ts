// Some of the occurrences that the register holds: those of a range, of some sources, and where words were asked for, those that the engine found.
import type { Day, Moment } from './partition.ts'
import type { Found } from './match-set.ts'
import type { Names } from './dictionary.ts'
import type { Scratch } from './buffer-pool.ts'

/** `rows`: the numbers of those of the day; null: the whole day. */
export type SelectedDay = { day: Day; size: number; rows: Uint32Array | null }
/** `issues`: the names behind their numbers in these rows. */
export type Selection = { days: SelectedDay[]; issues: Names; scratch: Scratch }

export type Selecting = {
  days: Day[]
  from: Moment
  to: Moment
  /** By the number of a source. Null: all. */
  sources: Uint8Array | null
  found: Found | null
  issues: Names
  scratch: Scratch
}

/** The days as they are now: what is added later is not among them. */
export function select({ days, issues, scratch, ...asked }: Selecting): Selection {
  const selected = days.map((day) => {
    const isWithin = day.compareAll(asked.from) > 0 && day.compareAll(asked.to) < 0
    const rows =
      isWithin && asked.sources === null && asked.found === null ? null : rowsOf(day, asked, isWithin)
    return { day, size: rows?.length ?? day.size, rows }
  })
  return { days: selected, issues, scratch }
}

type Asked = Omit<Selecting, 'days' | 'issues' | 'scratch'>

/** `isWithin`: all of the day is within the range. */
function rowsOf(day: Day, { from, to, sources, found }: Asked, isWithin: boolean): Uint32Array {
  const rows = new Uint32Array(day.size)
  let size = 0
  for (let row = 0; row < day.size; row++) {
    if (!isWithin && (day.compare(row, from) < 0 || day.compare(row, to) >= 0)) continue
    if (sources !== null && sources[day.sources[row]!] !== 1) continue
    if (found !== null && !found.has(day.digests[row]!, day.seconds[row]!, day.nanoseconds[row]!)) continue
    rows[size++] = row
  }
  return rows.slice(0, size)
}
