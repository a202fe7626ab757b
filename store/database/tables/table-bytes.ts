// The size of the tables on the disk.
import type { Engine } from '../engine/engine.ts'
import { DAILY_TABLES } from './schema.ts'

/** `day`: 2026-11-22. */
type Day = { day: string; bytes: number }

/** The oldest first. Parts without rows, which stay for a while where a day was dropped, do not count. */
export function readDayBytes(engine: Engine): Promise<Day[]> {
  return engine.query<Day>(
    `SELECT partition AS day, sum(bytes_on_disk) AS bytes FROM system.parts
     WHERE database = currentDatabase() AND active AND rows > 0 AND table IN {tables:Array(String)}
     GROUP BY day ORDER BY day`,
    { tables: DAILY_TABLES },
  )
}

/** Of source maps, which count for STORE_LIMIT as well. */
export async function readMapBytes(engine: Engine): Promise<number> {
  const [row] = await engine.query<{ bytes: number }>(
    `SELECT sum(bytes_on_disk) AS bytes FROM system.parts
     WHERE database = currentDatabase() AND active AND table = 'source_maps'`,
  )
  return row?.bytes ?? 0
}
