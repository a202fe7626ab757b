// Checks the parts that were written while the disk was full, and replaces parts without rows by their
// sources: a merged part by the parts that it was merged from, a part of an insert by the same insert.
import type { Logger } from 'pino'
import type { Engine } from '../engine/engine.ts'
import { engineCode, firstLine, RowsMissingError } from '../engine/errors.ts'
import { createSequence } from '../../../server/event-loop.ts'
import { PART_LIFETIME_SECONDS } from '../tables/apply-schema.ts'
import {
  dropDetachedPart,
  findBrokenParts,
  forgetLostInserts,
  listDetachedParts,
  reopenTable,
  type BrokenPart,
  type DetachedPart,
} from './broken-parts.ts'
import type { FreeSpace } from './free-space.ts'

/** The engine's instants have no fractions, and a part is as old as its first file. */
const MARGIN_MILLISECONDS = 2_000

/**
 * The name of a part whose rows come from one insert. Aggregating tables merge these rows before they
 * write them: there, such a part is of level 1.
 */
const INSERTED = /_(\d+)_\1_[01](?:_\d+)?$/

/** How long damage is reported after the last query that met it. */
const DAMAGE_MILLISECONDS = 60_000

/** ClickHouse's code. */
const UNKNOWN_TABLE = 60

export type PartGuard = {
  /** Parts that were written since then may be broken. */
  suspect(since: Date): void
  /** Whether parts are to be checked. */
  isSuspicious(): boolean
  /** Throws where a part could not be replaced: the next call tries it again. */
  check(): Promise<void>
  /**
   * Runs an insert. Throws where rows of it were lost; then the same insert with the same token stores them.
   * `isRepeated`: the caller repeats it until it succeeds.
   */
  insert<Result>(work: () => Promise<Result>, isRepeated: boolean): Promise<Result>
  reportDamage(error: unknown): void
  problems(): string[]
}

type PartGuardOptions = {
  engine: Engine
  space: FreeSpace
  log: Logger
  /** Of an insert that a crash interrupted; null: no insert was. */
  pendingSince: Date | null
  stopMerges: () => Promise<void>
}

export function createPartGuard({
  engine,
  space,
  log,
  pendingSince,
  stopMerges,
}: PartGuardOptions): PartGuard {
  let suspectSince: Date | null = null
  /** Inserts that are not acknowledged, with the instant at which their rows were first written. */
  const unfinished = new Map<string | symbol, Date>(pendingSince ? [[REPEATED, pendingSince]] : [])
  /** Rows of an unfinished insert are lost, and the engine takes them for stored. */
  let isForgetting = pendingSince !== null
  /** How often that happened: an insert during which it happens is repeated. */
  let losses = 0
  let detached: DetachedPart[] | null = null
  let damage: { line: string; at: number } | null = null
  /** One after the other: two checks would open the same table. */
  const inTurn = createSequence()
  return { suspect, isSuspicious, check, insert, reportDamage, problems }

  function suspect(since: Date): void {
    if (suspectSince === null || since < suspectSince) suspectSince = since
  }

  function isSuspicious(): boolean {
    return suspectSince !== null || isForgetting || detached === null
  }

  async function insert<Result>(work: () => Promise<Result>, isRepeated: boolean): Promise<Result> {
    const key = isRepeated ? REPEATED : Symbol('insert')
    if (isForgetting) await check()
    const since = new Date()
    if (!unfinished.has(key)) unfinished.set(key, since)
    try {
      const before = losses
      const [outcome] = await Promise.allSettled([work()])
      if (space.bytes() < space.insertMark) suspect(since)
      await check()
      // More important than an error of the work itself: after both, the insert is repeated.
      if (losses !== before) throw new RowsMissingError()
      if (outcome.status === 'rejected') throw outcome.reason
      unfinished.delete(key)
      return outcome.value
    } finally {
      if (!isRepeated) unfinished.delete(key)
    }
  }

  function check(): Promise<void> {
    return inTurn(async () => {
      if (isSuspicious()) await checkParts()
    })
  }

  async function checkParts(): Promise<void> {
    const start = new Date()
    const since = suspectSince
    const broken = since === null ? [] : await findBrokenParts(engine, withMargin(since))
    if (broken.length > 0) await replace(broken)
    if (broken.length > 0 || isForgetting || detached === null) await removeDetached()
    if (suspectSince === since) suspectSince = space.bytes() < space.insertMark ? start : null
  }

  async function replace(broken: BrokenPart[]): Promise<void> {
    const inserted = broken.filter(({ name }) => INSERTED.test(name))
    losses += inserted.length
    isForgetting ||= inserted.length > 0
    // A part that is merged again cannot be told from one that is lost.
    await stopMerges()
    for (const table of new Set(broken.map((part) => part.table))) await reopenTable(engine, table)
    log.error({ broken }, 'a full disk left parts without rows: they are rebuilt from their source tables')
    damage = null
  }

  /** Removes parts whose sources are active, and parts of an unfinished insert. */
  async function removeDetached(): Promise<void> {
    const parts = await listDetachedParts(engine)
    const from = Math.min(...[...unfinished.values()].map((since) => withMargin(since).getTime()))
    const repeated = new Set(
      parts.filter(({ name, at, isRestored }) => !isRestored && INSERTED.test(name) && at * 1000 >= from),
    )
    if (isForgetting) await forgetLostInserts(engine)
    const removable = parts.filter((part) => part.isRestored || repeated.has(part))
    for (const part of removable) await dropDetachedPart(engine, part)
    detached = parts.filter((part) => !removable.includes(part))
    isForgetting = false
  }

  function reportDamage(error: unknown): void {
    // A table that is opened again is missing for some milliseconds.
    if (engineCode(error) === UNKNOWN_TABLE) return
    if (damage === null) log.error({ err: error }, 'a query met damaged data')
    damage = { line: firstLine(error), at: Date.now() }
    suspect(new Date(Date.now() - PART_LIFETIME_SECONDS * 1000))
  }

  function problems(): string[] {
    const lost = [...Map.groupBy(detached ?? [], ({ table }) => table)].map(([table, parts]) => {
      const what = parts.length === 1 ? `The part ${parts[0]!.name}` : `${parts.length} parts`
      const verb = parts.length === 1 ? 'is damaged and was' : 'are damaged and were'
      return `${what} of the table ${table} ${verb} detached: run npm run verify.`
    })
    if (damage === null || Date.now() - damage.at > DAMAGE_MILLISECONDS) return lost
    return [...lost, `A query met damaged data: run npm run verify. (${damage.line})`]
  }
}

const REPEATED = 'repeated'

function withMargin(instant: Date): Date {
  return new Date(instant.getTime() - MARGIN_MILLISECONDS)
}
