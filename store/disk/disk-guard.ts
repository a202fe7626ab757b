// Keeps a full disk from costing rows. Merges stop and inserts are refused while there is some room left. If
// another program takes that room as well, parts that were written meanwhile are checked, and those without
// their rows are replaced by what they were made from.
import type { Logger } from 'pino'
import type { Engine } from '../engine/engine.ts'
import { engineCode, firstLine, RowsMissingError } from '../engine/errors.ts'
import { PART_LIFETIME_SECONDS } from '../tables/part-lifetime.ts'
import {
  dropDetachedPart,
  findBrokenParts,
  forgetInserts,
  listDetachedParts,
  reopenTable,
  type DetachedPart,
} from './broken-parts.ts'
import { watchFreeSpace, type Space } from './free-space.ts'

/** A program that writes 600 MB a second takes what is between the marks in three of these. */
const POLL_MILLISECONDS = 100

/** Between two checks of parts while the disk is full. */
const CHECK_MILLISECONDS = 1_000

/** How long there is little room until days are dropped, and until the next ones are. */
const FULL_MILLISECONDS = 10_000

/** The engine's instants have no fractions, and a file is as old as its first byte. */
const MARGIN_MILLISECONDS = 5_000

/** One part of rows that were never merged: its rows are those of one insert. */
const INSERTED = /_(\d+)_\1_0(?:_\d+)?$/

/** How long damage that a query met is said after the last such query. */
const DAMAGE_MILLISECONDS = 60_000

/** ClickHouse's code. */
const UNKNOWN_TABLE = 60

const MEBIBYTE = 1024 ** 2

export type DiskGuard = {
  /** Whether an insert of so many bytes of rows is to be tried. */
  hasRoomFor(bytes: number): boolean
  /**
   * Runs an insert. Throws where a full disk has taken some of its rows: with the same token, the same insert
   * stores them.
   */
  insert<Result>(work: () => Promise<Result>): Promise<Result>
  /** A query met damaged data. Parts of the last seconds are checked, as after a full disk. */
  reportDamage(error: unknown): void
  /** Sentences for people. Empty: all is well. */
  problems(): string[]
  stop(): Promise<void>
}

export type DiskGuardOptions = {
  engine: Engine
  folder: string
  log: Logger
  /** Drops what is past its retention: with merges, the engine stops doing so. */
  dropExpired: () => Promise<void>
  /** The disk has been full for a while. */
  makeRoom: () => Promise<void>
}

/** Merges are stopped when it is called. `pendingSince`: the instant of an insert that a crash interrupted. */
export async function openDiskGuard(
  options: DiskGuardOptions,
  pendingSince: Date | null,
): Promise<DiskGuard> {
  const { engine, log, makeRoom, dropExpired } = options
  const space = watchFreeSpace(options.folder)
  const isEmbedded = engine.kind === 'embedded'
  let state: Space = 'enough'
  let isMergeStopped = isEmbedded
  /** Parts since then may be broken. */
  let suspectSince: Date | null = null
  let checkedAt = 0
  let lowSince: number | null = null
  let detached: DetachedPart[] = []
  /** How often rows of an insert were lost: an insert during which it changes is repeated. */
  let losses = 0
  /** The engine takes rows that were lost since then for stored. */
  let lossSince = pendingSince
  let lastWork: Promise<unknown> = Promise.resolve()
  let isStopped = false
  let damage: { line: string; at: number } | null = null

  if (isEmbedded) await removeDetached()
  const polling = poll()
  return { hasRoomFor: (bytes) => space.hasRoomFor(bytes), insert, reportDamage, problems, stop }

  async function poll(): Promise<void> {
    while (!isStopped) {
      try {
        await look()
      } catch (error) {
        log.error({ err: error }, 'the disk could not be checked; trying again until it can')
        await sleep(CHECK_MILLISECONDS)
      }
      await sleep(POLL_MILLISECONDS)
    }
  }

  async function look(): Promise<void> {
    const previous = state
    state = space.state(previous)
    if (state !== previous) report()
    if (state === 'inserts refused') suspectSince ??= new Date(Date.now() - POLL_MILLISECONDS)
    if (isEmbedded) await stopOrStartMerges()
    if (suspectSince !== null && Date.now() - checkedAt > CHECK_MILLISECONDS) await check()
    await dropDays()
  }

  async function stopOrStartMerges(): Promise<void> {
    if (state !== 'enough') await setMerges('STOP')
    else if (suspectSince === null && lossSince === null) await setMerges('START')
  }

  async function setMerges(change: 'STOP' | 'START'): Promise<void> {
    if (isMergeStopped === (change === 'STOP')) return
    await engine.command(`SYSTEM ${change} MERGES`)
    isMergeStopped = change === 'STOP'
  }

  async function dropDays(): Promise<void> {
    if (state === 'enough') lowSince = null
    else {
      lowSince ??= performance.now()
      if (performance.now() - lowSince < FULL_MILLISECONDS) return
      lowSince = performance.now()
      if (isEmbedded) await dropExpired()
      if (state === 'inserts refused') await makeRoom()
    }
  }

  async function insert<Result>(work: () => Promise<Result>): Promise<Result> {
    if (!isEmbedded) return work()
    if (lossSince !== null) await check()
    const since = new Date()
    const before = losses
    const [outcome] = await Promise.allSettled([work()])
    if (space.bytes() < space.insertMark && (suspectSince === null || suspectSince > since))
      suspectSince = since
    await check()
    // An error of the work itself says less: the insert is repeated after both.
    if (losses !== before) throw new RowsMissingError()
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  }

  /** One after the other: two of them would open the same table. */
  function check(): Promise<void> {
    const result = lastWork.then(checkParts)
    lastWork = result.catch(() => {})
    return result
  }

  async function checkParts(): Promise<void> {
    if (suspectSince === null && lossSince === null) return
    const start = new Date()
    const since = suspectSince ?? start
    const broken = isEmbedded ? await findBrokenParts(engine, withMargin(since)) : []
    const inserted = broken.filter(({ name }) => INSERTED.test(name))
    losses += inserted.length
    if (inserted.length > 0 && (lossSince === null || since < lossSince)) lossSince = since
    // What is merged again cannot be told from what is lost.
    if (broken.length > 0) await setMerges('STOP')
    for (const table of new Set(broken.map((part) => part.table))) await reopenTable(engine, table)
    if (broken.length > 0) {
      log.error({ broken }, 'a full disk left parts without rows: they are replaced by their sources')
      await removeDetached()
      damage = null
    } else if (lossSince !== null) await removeDetached()
    checkedAt = Date.now()
    if (suspectSince === since) suspectSince = space.bytes() < space.insertMark ? start : null
  }

  /** Removes parts whose sources are active, and those of an insert that is not acknowledged. */
  async function removeDetached(): Promise<void> {
    const parts = await listDetachedParts(engine)
    const from = lossSince === null ? Number.POSITIVE_INFINITY : withMargin(lossSince).getTime()
    const unacknowledged = parts.filter(
      ({ name, at, isRestored }) => !isRestored && INSERTED.test(name) && at * 1000 >= from,
    )
    for (const [table, group] of Map.groupBy(unacknowledged, (part) => part.table)) {
      const names = group.map(({ name }) => name)
      await forgetInserts(engine, table, names)
    }
    const removable = parts.filter((part) => part.isRestored || unacknowledged.includes(part))
    for (const part of removable) await dropDetachedPart(engine, part)
    detached = parts.filter((part) => !removable.includes(part))
    lossSince = null
  }

  function reportDamage(error: unknown): void {
    // A table that is opened again is missing for some milliseconds.
    if (engineCode(error) === UNKNOWN_TABLE) return
    const line = firstLine(error)
    if (damage === null) log.error({ err: error }, 'a query met damaged data')
    damage = { line, at: Date.now() }
    suspectSince ??= new Date(Date.now() - PART_LIFETIME_SECONDS * 1000)
  }

  function report(): void {
    const fields = { folder: space.folder, freeBytes: space.bytes() }
    if (state === 'enough') log.info(fields, 'the disk has room again')
    else log.warn(fields, sentenceOf(state))
  }

  function problems(): string[] {
    const lost = detached.map(
      ({ table, name }) =>
        `The part ${name} of the table ${table} is damaged and was put aside: run npm run verify.`,
    )
    if (damage !== null && Date.now() - damage.at > DAMAGE_MILLISECONDS) damage = null
    const met = damage === null ? [] : [`A query met damaged data: run npm run verify. (${damage.line})`]
    return [...(state === 'enough' ? [] : [sentenceOf(state)]), ...lost, ...met]
  }

  function sentenceOf(of: Space): string {
    const free = `${Math.floor(space.bytes() / MEBIBYTE)} MiB are free in ${space.folder}`
    return of === 'inserts refused'
      ? `The disk is full: ${free}. Nothing is stored until there is room; senders are asked to wait.`
      : `The disk is nearly full: ${free}. Parts are not merged until there is room.`
  }

  async function stop(): Promise<void> {
    isStopped = true
    await polling
    await lastWork
  }
}

function withMargin(instant: Date): Date {
  return new Date(instant.getTime() - MARGIN_MILLISECONDS)
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds))
}
