// How much space the tables have, and when the disk is full at the growth of the last days.
import { DAY_MS, dateOf } from './instants.ts'
import type { Engine } from './engine/engine.ts'
import { readDayBytes, type DayBytes } from './tables/system-tables.ts'

/** Complete days whose mean is the growth: usage of a week, with its weekend. */
const MEAN_DAYS = 7

/** As in the status: bytes; `fullAt` null: never. */
type DiskState = {
  disk: { free: number; total: number }
  growth: { bytesPerDay: number | null; days: number; fullAt: string | null }
}

/** `limit`: STORE_LIMIT in bytes, or null. */
export async function readDisk(
  engine: Engine,
  retentionDays: number,
  limit: number | null,
): Promise<DiskState> {
  const [[disk], days] = await Promise.all([
    engine.query<DiskState['disk']>(
      'SELECT sum(free_space) AS free, sum(total_space) AS total FROM system.disks',
    ),
    readDayBytes(engine),
  ])
  const { free, total } = disk ?? { free: 0, total: 0 }
  const bytes = days.reduce((sum, day) => sum + day.bytes, 0)
  const bytesPerDay = meanOf(days)
  const space = limit === null ? free : Math.min(free, Math.max(0, limit - bytes))
  const fullIn = bytesPerDay === null ? Infinity : space / bytesPerDay
  const isFull = fullIn < Math.max(0, retentionDays - days.length)
  return {
    disk: { free, total },
    growth: {
      bytesPerDay,
      days: days.length,
      fullAt: isFull ? new Date(Date.now() + fullIn * DAY_MS).toISOString() : null,
    },
  }
}

function meanOf(days: DayBytes[]): number | null {
  const today = dateOf(Date.now())
  const complete = days.filter(({ day }) => day < today).slice(-MEAN_DAYS)
  if (complete.length === 0) return null
  return Math.round(complete.reduce((sum, { bytes }) => sum + bytes, 0) / complete.length)
}
