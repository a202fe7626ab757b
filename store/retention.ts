// STORE_LIMIT: when the embedded tables grow beyond it, or beyond what the disk has, the oldest day goes. (RETENTION_DAYS is the tables' own TTL.)
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Engine } from './engine/engine.ts'
import { openReserve } from './reserve.ts'

/** Seconds between two looks. A day's parts do not grow by gigabytes within a minute on one machine. */
const LOOK_SECONDS = 60

/** Tables of one partition a day. The rest is small and outlives them. */
const DAILY = [
  'otel_traces',
  'otel_traces_trace_id_ts',
  'otel_logs',
  'exceptions',
  'span_hours',
  'trace_summaries',
  'trace_people',
]

/** A day that was let go because of the limit, or because the disk was full before it was reached. */
export type LetGo = { day: string; bytes: number; at: Date }

export type Retention = {
  limit: number | null
  /** Since the start of this process, the newest last. */
  letGo: LetGo[]
  /** The disk is full: the oldest days go until there is some room, if there is a limit. Without one nobody has said that any may go. */
  makeRoom(): Promise<void>
  stop(): void
}

type Day = { day: string; bytes: number }
/** `letGo` is told of each day whose rows went. */
export type RetentionOptions = { engine: Engine; config: Config; log: Logger; letGo: (day: string) => void }

export function watchRetention(options: RetentionOptions): Retention {
  const { engine, config, log } = options
  const limit = engine.kind === 'embedded' ? config.storeLimit : null
  return limit === null ? keepAll(log) : keepWithin(limit, options)
}

function keepAll(log: Logger): Retention {
  const makeRoom = async (): Promise<void> =>
    log.error('the disk is full: make room, or let the oldest days go with STORE_LIMIT')
  return { limit: null, letGo: [], makeRoom, stop: () => {} }
}

function keepWithin(limit: number, { engine, config, log, letGo: tell }: RetentionOptions): Retention {
  const gone: LetGo[] = []
  const reserve = openReserve(config.folder)
  const look = (): void => {
    letGo().catch((error: unknown) => log.error({ err: error }, 'the size of the store could not be kept'))
  }
  look()
  const timer = setInterval(look, LOOK_SECONDS * 1000)
  return { limit, letGo: gone, makeRoom, stop: () => clearInterval(timer) }

  async function letGo(): Promise<void> {
    let { bytes, over } = await readDays(engine)
    for (const day of over) {
      if (bytes <= limit) break
      await drop(day, 'STORE_LIMIT is reached')
      bytes -= day.bytes
    }
    reserve.keep()
  }

  async function makeRoom(): Promise<void> {
    try {
      const { over } = await readDays(engine)
      if (over.length === 0) return log.error('the disk is full, and no day is left that may go: make room')
      reserve.release()
      for (const day of over) {
        await drop(day, 'the disk is full')
        if (reserve.keep()) return
      }
    } catch (error) {
      log.error({ err: error }, 'the disk is full, and the oldest day could not be let go: make room')
    }
  }

  async function drop({ day, bytes }: Day, why: string): Promise<void> {
    for (const table of DAILY) await engine.run(`ALTER TABLE ${table} DROP PARTITION '${day}'`)
    gone.push({ day, bytes, at: new Date() })
    tell(day)
    log.warn({ day, freed: bytes, limit }, `${why}: the oldest day was let go`)
  }
}

/** `over`: days that may go, the oldest first. Never the newest, nor today, whatever clocks run ahead: a store that forgets what just came is of no use. */
async function readDays(engine: Engine): Promise<{ bytes: number; over: Day[] }> {
  // Where a day was let go, parts without rows stay for a while.
  const days = await engine.ask<Day>(
    `SELECT partition AS day, sum(bytes_on_disk) AS bytes FROM system.parts
     WHERE database = currentDatabase() AND active AND rows > 0 AND table IN {tables:Array(String)} GROUP BY day ORDER BY day`,
    { tables: DAILY },
  )
  const today = new Date().toISOString().slice(0, 10)
  const over = days.slice(0, -1).filter(({ day }) => /^\d{4}-\d\d-\d\d$/.test(day) && day < today)
  return { bytes: days.reduce((sum, { bytes }) => sum + bytes, 0), over }
}
