// Prevents a full disk from losing rows. Merges stop and inserts are refused while some space is left. If
// another program uses that space as well, the parts that were written in this time are checked.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Engine } from '../engine/engine.ts'
import { watchFreeSpace, type Space } from './free-space.ts'
import { createPartGuard, type PartGuard } from './part-guard.ts'

/** A program that writes 600 MB a second uses the space between the marks in three of these. */
const POLL_MILLISECONDS = 100

/** Between two checks of parts while the disk is full, and after an error. */
const CHECK_MILLISECONDS = 1_000

/** How long space is low until days are dropped, and until the next ones are. */
const DROP_MILLISECONDS = 10_000

const CHECK_FAILED = 'parts that were written to a full disk could not be checked; retrying'

const MEBIBYTE = 1024 ** 2

export type DiskGuard = Pick<PartGuard, 'insert' | 'reportDamage'> & {
  /** Whether an insert of this many bytes of rows may be tried. */
  hasSpaceFor(bytes: number): boolean
  /** Sentences for the user. Empty: no problem. */
  problems(): string[]
  /** Those about damaged parts. */
  damage(): string[]
  stop(): Promise<void>
}

type DiskGuardOptions = {
  engine: Engine
  folder: string
  log: Logger
  /** Of an insert that a crash interrupted; null: no insert was. */
  pendingSince: Date | null
  /** Drops expired days: otherwise the engine does it with merges. */
  dropExpired: () => Promise<void>
  /** Inserts have been refused for a while. */
  freeSpace: () => Promise<void>
}

/** Merges of an embedded engine are stopped when it is called. */
export async function openDiskGuard(options: DiskGuardOptions): Promise<DiskGuard> {
  const { engine, log, pendingSince } = options
  const space = watchFreeSpace(options.folder)
  const isEmbedded = engine.kind === 'embedded'
  let state: Space = 'enough'
  let isMergeStopped = true
  let checkedAt = 0
  let lowSince: number | null = null
  let isStopped = false
  const parts = createPartGuard({ engine, space, log, pendingSince, stopMerges: () => setMerges('STOP') })
  if (isEmbedded) await parts.check().catch((error: unknown) => log.error({ err: error }, CHECK_FAILED))
  const polling = poll()
  return {
    hasSpaceFor: (bytes) => space.hasSpaceFor(bytes),
    insert: (work, isRepeated) => (isEmbedded ? parts.insert(work, isRepeated) : work()),
    reportDamage: (error) => parts.reportDamage(error),
    problems: () => [...(state === 'enough' ? [] : [describe(state)]), ...parts.problems()],
    damage: () => parts.problems(),
    async stop() {
      isStopped = true
      await polling
    },
  }

  async function poll(): Promise<void> {
    while (!isStopped) {
      try {
        await look()
      } catch (error) {
        log.error({ err: error }, CHECK_FAILED)
        await sleep(CHECK_MILLISECONDS)
      }
      await sleep(POLL_MILLISECONDS)
    }
  }

  async function look(): Promise<void> {
    const previous = state
    state = space.state()
    if (state !== previous) report()
    if (isEmbedded) await guardParts()
    await dropDays()
  }

  async function guardParts(): Promise<void> {
    if (state === 'inserts refused') parts.suspect(new Date(Date.now() - POLL_MILLISECONDS))
    if (state !== 'enough') await setMerges('STOP')
    else if (!parts.isSuspicious()) await setMerges('START')
    if (!parts.isSuspicious() || Date.now() - checkedAt < CHECK_MILLISECONDS) return
    await parts.check()
    checkedAt = Date.now()
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
      if (performance.now() - lowSince < DROP_MILLISECONDS) return
      lowSince = performance.now()
      if (isEmbedded) await options.dropExpired()
      // The writer may have freed space in the meantime.
      if (space.state() === 'inserts refused') await options.freeSpace()
    }
  }

  function report(): void {
    const fields = { folder: space.folder, freeBytes: space.bytes() }
    if (state === 'enough') log.info(fields, 'the disk has enough space again')
    else log.warn(fields, describe(state))
  }

  function describe(shortage: Space): string {
    const free = `${Math.floor(space.bytes() / MEBIBYTE)} MiB are free in ${space.folder}`
    return shortage === 'inserts refused'
      ? `The disk is full: ${free}. Nothing is stored until space is freed; senders retry later.`
      : `The disk is nearly full: ${free}. Parts are not merged until space is freed.`
  }
}
