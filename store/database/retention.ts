// STORE_LIMIT: drops the oldest day when tables are larger or the disk is full. RETENTION_DAYS is their TTL.
import { DAY_MS, dateOf } from './instants.ts'
import { statfsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { openReservedSpace } from './disk/reserved-space.ts'
import type { Engine } from './engine/engine.ts'
import { readDayBytes, type DayBytes } from './tables/system-tables.ts'
import { DAILY_TABLES, SNAPSHOT_TABLES } from './tables/schema.ts'

/** The parts of a day do not grow by gigabytes within a minute on one machine. */
const CHECK_SECONDS = 60

/** Of STORE_LIMIT, or of the disk: what source maps may take in addition to the days. */
const MAP_SHARE = 0.25

/**
 * The engine deletes the files of a dropped day at once, unless a query reads them or another cleanup runs:
 * then with the next drop of a partition. Another day is dropped only if that has freed too little space.
 */
const MAX_DELETE_MILLISECONDS = 10_000
const DELETE_CHECK_MILLISECONDS = 250
/** Of the bytes of a day. The rest are blocks of the file system, and what is written at the same time. */
const DELETED_SHARE = 0.9

/** A day that was dropped because of the limit, or because the disk was full. */
type DroppedDay = DayBytes & { at: Date }

export type Retention = {
  limit: number | null
  /** Since the start of this process, the newest last. */
  dropped: DroppedDay[]
  /** Drops days that are past RETENTION_DAYS. The engine does it with merges, which a full disk stops. */
  dropExpired(): Promise<void>
  /** The disk is full: drops the oldest days until there is some space. Without a limit it only logs. */
  freeSpace(): Promise<void>
  stop(): void
}

type RetentionOptions = {
  engine: Engine
  config: Config
  log: Logger
  /** For each day whose rows were dropped. */
  onDrop: (day: string) => void
}

/** Bytes that source maps may take on the disk; null: it is a server's. */
export function mapLimitOf(engine: Engine, { storeLimit, folder }: Config): number | null {
  if (engine.kind !== 'embedded') return null
  const { blocks, bsize } = statfsSync(folder)
  return Math.floor((storeLimit ?? blocks * bsize) * MAP_SHARE)
}

export function watchRetention(options: RetentionOptions): Retention {
  const { engine, config, log } = options
  const limit = engine.kind === 'embedded' ? config.storeLimit : null
  const dropped: DroppedDay[] = []
  const reserved = openReservedSpace(config.folder)
  const check = (): void => {
    dropOldest(limit).catch((error: unknown) => log.error({ err: error }, 'STORE_LIMIT could not be applied'))
  }
  if (limit !== null) check()
  const timer = limit === null ? undefined : setInterval(check, CHECK_SECONDS * 1000)
  let running: Promise<void> | null = null
  let isStopped = false
  return { limit, dropped, dropExpired, freeSpace, stop }

  function stop(): void {
    clearInterval(timer)
    isStopped = true
  }

  async function dropOldest(most: number | null): Promise<void> {
    if (most === null) return
    let { bytes, droppable, snapshots } = await readDays(engine)
    for (const day of snapshots) {
      if (bytes <= most) break
      await dropSnapshots(day, 'STORE_LIMIT is reached')
      bytes -= day.bytes
    }
    for (const day of droppable) {
      if (bytes <= most) break
      await drop(day, 'STORE_LIMIT is reached')
      bytes -= day.bytes
    }
    reserved.reserve()
  }

  async function dropExpired(): Promise<void> {
    const { droppable } = await readDays(engine)
    // A row is younger than its day by up to a day.
    const oldest = dateOf(Date.now() - (config.retentionDays + 1) * DAY_MS)
    for (const day of droppable) if (day.day < oldest) await drop(day, 'RETENTION_DAYS has passed')
  }

  /** The writer and the disk guard may both request it: one day is enough for both. */
  function freeSpace(): Promise<void> {
    running ??= dropUntilSpace().finally(() => (running = null))
    return running
  }

  async function dropUntilSpace(): Promise<void> {
    if (limit === null)
      return log.error(
        'the disk is full: free some space, or set STORE_LIMIT so that the oldest days are deleted',
      )
    try {
      const { droppable, snapshots } = await readDays(engine)
      if (droppable.length === 0 && snapshots.length === 0)
        return log.error('the disk is full, and no day may be deleted: free some space')
      reserved.release()
      for (const day of snapshots) {
        const enough = reserved.freeBytes() + day.bytes * DELETED_SHARE
        await dropSnapshots(day, 'the disk is full')
        if (await waitForSpace(day, enough, SNAPSHOT_TABLES)) return
      }
      for (const day of droppable) {
        const enough = reserved.freeBytes() + day.bytes * DELETED_SHARE
        await drop(day, 'the disk is full')
        if (await waitForSpace(day, enough)) return
      }
    } catch (error) {
      log.error({ err: error }, 'the disk is full, and the oldest day could not be deleted: free some space')
    }
  }

  /** True: the space is reserved again. False: `enough` bytes are free, so the day was too small. */
  async function waitForSpace({ day }: DayBytes, enough: number, tables = DAILY_TABLES): Promise<boolean> {
    for (let waited = 0; waited < MAX_DELETE_MILLISECONDS; waited += DELETE_CHECK_MILLISECONDS) {
      if (reserved.reserve() || isStopped) return true
      if (reserved.freeBytes() >= enough) return false
      await pause(DELETE_CHECK_MILLISECONDS)
      await dropPartitions(day, tables)
    }
    return false
  }

  async function dropPartitions(day: string, tables = DAILY_TABLES): Promise<void> {
    for (const table of tables) await engine.command(`ALTER TABLE ${table} DROP PARTITION '${day}'`)
  }

  /** They are worth less than events, and were kept for some days only. */
  async function dropSnapshots({ day, bytes }: DayBytes, reason: string): Promise<void> {
    await dropPartitions(day, SNAPSHOT_TABLES)
    log.warn({ day, freed: bytes, limit }, `${reason}: the oldest snapshots of pages were deleted`)
  }

  async function drop({ day, bytes }: DayBytes, reason: string): Promise<void> {
    await dropPartitions(day)
    dropped.push({ day, bytes, at: new Date() })
    options.onDrop(day)
    log.warn({ day, freed: bytes, limit }, `${reason}: the oldest day was deleted`)
  }
}

/**
 * `droppable`: the oldest first, without the newest day and today (clocks run ahead): new data stays.
 * `snapshots`: the days of snapshots, the oldest first. `bytes`: of both.
 */
async function readDays(
  engine: Engine,
): Promise<{ bytes: number; droppable: DayBytes[]; snapshots: DayBytes[] }> {
  const [days, snapshots] = await Promise.all([readDayBytes(engine), readDayBytes(engine, SNAPSHOT_TABLES)])
  const today = dateOf(Date.now())
  const droppable = days.slice(0, -1).filter(({ day }) => /^\d{4}-\d\d-\d\d$/.test(day) && day < today)
  const bytes = [...days, ...snapshots].reduce((sum, day) => sum + day.bytes, 0)
  return { bytes, droppable, snapshots }
}
