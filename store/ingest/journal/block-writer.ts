// Inserts the segments of the journal into the engine, one after the other, each until it is stored. The next
// one must not come before: the engine remembers the tokens of the latest blocks only.
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { DiskGuard } from '../../database/disk/disk-guard.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { DiskFullError, isDiskFull, isUnreadable } from '../../database/engine/errors.ts'
import type { Metrics } from '../../metrics.ts'
import type { Quarantine } from '../receive/quarantine.ts'
import type { ReceivedHashes } from '../receive/received-hashes.ts'
import type { Journal } from './journal.ts'
import { keysOf, partsOf, SOURCE_TABLES, type Part, type Segment, type SourceTable } from './segment.ts'

/**
 * How long rows wait for others: an insert takes some 50 ms of processor time, however few rows it has. A
 * query that reads their tables does not wait that long: it lets the block begin.
 */
const GATHER_MILLISECONDS = 1_000

/** Pause after an insert that failed. */
const RETRY_MILLISECONDS = 500

/**
 * A disk is full this long before each day is dropped. Merges free space within seconds; senders are answered
 * 503 by then, so none of them waits.
 */
export const DISK_FULL_MILLISECONDS = 10_000

export type DiskSpace = Pick<DiskGuard, 'hasSpaceFor' | 'insert'>

export type BlockWriterOptions = {
  engine: Engine
  journal: Journal
  disk: DiskSpace
  log: Logger
  metrics: Metrics
  quarantine: Quarantine
  received: Pick<ReceivedHashes, 'write'>
  /** The disk has been full for a while. */
  freeSpace: () => Promise<void>
  /** The rows of a segment are in the tables. */
  onInserted: (segment: Segment) => void
}

export type BlockWriter = {
  /** Begins with what an earlier process left. */
  start(): void
  /** So many parts were appended to the journal. `isFull`: the block ends. */
  appended(parts: number, isFull: boolean): void
  /**
   * Resolves when everything that was appended before the call is in the tables, or when an insert fails:
   * what is in the tables is the answer then.
   */
  inserted(): Promise<void>
  /** Bytes that are not in the tables. */
  bytes(): number
  /** The newest insert has failed, and is repeated. */
  isFailing(): boolean
  problems(): string[]
  /** Inserts what is left, unless the engine fails: then the next start does. */
  close(): Promise<void>
}

/** `parts`: that were appended before. */
type Waiting = { parts: number; resolve: () => void }

export function createBlockWriter(options: BlockWriterOptions): BlockWriter {
  const { engine, journal, disk, received, log, metrics, freeSpace, onInserted } = options
  const segments = [...journal.left]
  let appendedParts = segments.reduce((sum, { parts }) => sum + parts.length, 0)
  let insertedParts = 0
  const waiting = new Set<Waiting>()
  let failingSince: Date | null = null
  let isStarted = false
  let isClosing = false
  let isRunning = false
  let running = Promise.resolve()
  /** Ends the time in which rows are gathered. */
  let begin = Promise.withResolvers<void>()

  return {
    start() {
      isStarted = true
      wake()
    },
    appended(parts, isFull) {
      appendedParts += parts
      if (isFull) end()
      if (isFull) begin.resolve()
      wake()
    },
    inserted() {
      if (!isStarted || insertedParts >= appendedParts || failingSince !== null) return Promise.resolve()
      begin.resolve()
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.add({ parts: appendedParts, resolve })
      return promise
    },
    bytes: () => segments.reduce((sum, { bytes }) => sum + bytes, journal.current()?.bytes ?? 0),
    isFailing: () => failingSince !== null,
    problems: () =>
      failingSince === null
        ? []
        : [
            `Rows have not been stored since ${failingSince.toISOString()}: they wait in the journal ` +
              'until the engine accepts them. See the log of the store.',
          ],
    async close() {
      isClosing = true
      begin.resolve()
      await running
    },
  }

  function end(): void {
    const segment = journal.end()
    if (segment !== null) segments.push(segment)
  }

  function wake(): void {
    if (isRunning) return
    isRunning = true
    running = run()
  }

  async function run(): Promise<void> {
    try {
      while (insertedParts < appendedParts) {
        if (segments.length === 0) await gather()
        const segment = segments[0]!
        if (!(await insertUntilStored(segment))) return
        segments.shift()
        insertedParts += segment.parts.length
        segment.remove()
        onInserted(segment)
        for (const reader of waiting) if (reader.parts <= insertedParts) release(reader)
      }
    } finally {
      isRunning = false
    }
  }

  /** Unless somebody waits for the rows. */
  async function gather(): Promise<void> {
    begin = Promise.withResolvers()
    const timer = setTimeout(() => begin.resolve(), GATHER_MILLISECONDS)
    if (waiting.size === 0 && !isClosing) await begin.promise
    clearTimeout(timer)
    if (segments.length === 0) end()
  }

  function release(reader: Waiting): void {
    waiting.delete(reader)
    reader.resolve()
  }

  /** False: the store closes; its next start inserts. */
  async function insertUntilStored(segment: Segment): Promise<boolean> {
    let failures = 0
    let fullSince = performance.now()
    for (;;) {
      try {
        await insert(segment)
        if (failures > 0) log.info({ failures }, 'a block was stored after failures')
        failingSince = null
        return true
      } catch (error) {
        // Once: the same line twice a second would hide all others.
        if (failures++ === 0) log.error({ err: error }, 'the engine did not store a block; retrying')
        failingSince ??= new Date()
        for (const reader of waiting) release(reader)
        if (isClosing) return false
        if (!isDiskFull(error)) fullSince = performance.now()
        else if (performance.now() - fullSince > DISK_FULL_MILLISECONDS) {
          await freeSpace()
          fullSince = performance.now()
        }
        await pause(RETRY_MILLISECONDS)
      }
    }
  }

  async function insert(segment: Segment): Promise<void> {
    const start = performance.now()
    if (!disk.hasSpaceFor(segment.bytes)) throw new DiskFullError()
    const unreadable = await disk.insert(() => insertBlock(engine, segment), true)
    quarantine(segment, unreadable)
    received.write(keysOf(segment))
    metrics.observe('errata_store_insert_seconds', (performance.now() - start) / 1000)
    metrics.observe('errata_store_group_rows', segment.rows)
  }

  /** Rows that this store wrote and the engine cannot read are a defect of ours: they stay as a file. */
  function quarantine(segment: Segment, parts: Part[]): void {
    for (const part of parts) {
      options.quarantine.write(`${part.table}.rows`, readFileSync(segment.writePart(part)))
      log.error({ table: part.table, rows: part.rows }, 'the engine cannot read rows: they are in refused')
    }
  }
}

/** Returns the parts that the engine can never read. Throws when it fails, after all inserts have ended. */
async function insertBlock(engine: Engine, segment: Segment): Promise<Part[]> {
  const outcomes = await Promise.allSettled(SOURCE_TABLES.map((table) => insertTable(table, engine, segment)))
  const failure = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failure) throw failure.reason
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
}

async function insertTable(table: SourceTable, engine: Engine, segment: Segment): Promise<Part[]> {
  const { token } = segment
  const parts = partsOf(segment.parts, table)
  const columns = segment.columns[table]
  if (parts.length === 0) return []
  if (await isReadable(engine.insertFile({ table, columns, file: segment.file(table), token }))) return []
  if (parts.length === 1) return parts
  // One request spoils the block: each is inserted alone, under a token that is the same in a repetition.
  const unreadable: Part[] = []
  for (const [index, part] of parts.entries()) {
    const file = segment.writePart(part)
    const insert = engine.insertFile({ table, columns, file, token: `${token}-${index}` })
    if (!(await isReadable(insert))) unreadable.push(part)
  }
  return unreadable
}

async function isReadable(insert: Promise<void>): Promise<boolean> {
  try {
    await insert
    return true
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return false
  }
}
