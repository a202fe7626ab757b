// STORE_LIMIT: when the embedded tables grow beyond it, the oldest day goes, until they fit. (RETENTION_DAYS is the tables' own TTL.)
import type { Logger } from 'pino'
import type { Engine } from './engine/engine.ts'

/** Seconds between two looks. A day's parts do not grow by gigabytes within a minute on one machine. */
const LOOK_SECONDS = 60

/** Tables of one partition a day. The rest is small and outlives them. */
const DAILY = ['otel_traces', 'otel_traces_trace_id_ts', 'otel_logs', 'exceptions', 'span_hours', 'trace_summaries', 'trace_people']

/** A day that was let go because of the limit. */
export type LetGo = { day: string; bytes: number; at: Date }

export type Retention = {
  limit: number | null
  /** Since the start of this process, the newest last. */
  letGo: LetGo[]
  stop(): void
}

/** `letGo` is told of each day whose rows went. */
export type Watching = { engine: Engine; limit: number | null; log: Logger; letGo: (day: string) => void }

export function watchRetention({ engine, limit, log, letGo: told }: Watching): Retention {
  const gone: LetGo[] = []
  if (limit === null || engine.kind !== 'embedded') return { limit: null, letGo: gone, stop: () => {} }
  const tell = (day: LetGo): void => {
    gone.push(day)
    told(day.day)
    log.warn({ day: day.day, freed: day.bytes, limit }, 'STORE_LIMIT is reached: the oldest day was let go')
  }
  const look = (): void => {
    letGo(engine, limit, tell).catch((error: unknown) => log.error({ err: error }, 'the size of the store could not be kept'))
  }
  look()
  const timer = setInterval(look, LOOK_SECONDS * 1000)
  return { limit, letGo: gone, stop: () => clearInterval(timer) }
}

async function letGo(engine: Engine, limit: number, tell: (day: LetGo) => void): Promise<void> {
  const days = await engine.ask<{ day: string; bytes: number }>(
    `SELECT partition AS day, sum(bytes_on_disk) AS bytes FROM system.parts
     WHERE database = currentDatabase() AND active AND table IN {tables:Array(String)} GROUP BY day ORDER BY day`,
    { tables: DAILY },
  )
  let bytes = days.reduce((sum, day) => sum + day.bytes, 0)
  // Today's rows stay whatever the limit is: a store that forgets what just came is of no use.
  for (const { day, bytes: freed } of days.slice(0, -1)) {
    if (bytes <= limit) return
    if (!/^\d{4}-\d\d-\d\d$/.test(day)) continue
    for (const table of DAILY) await engine.run(`ALTER TABLE ${table} DROP PARTITION '${day}'`)
    bytes -= freed
    tell({ day, bytes: freed, at: new Date() })
  }
}
