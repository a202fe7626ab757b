// Group commit: waiting requests are inserted together as a batch, each exactly once, also across a crash.
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createSequence, type Sequence } from '../../../server/event-loop.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { UnavailableError } from '../../database/engine/errors.ts'
import type { Metrics } from '../../metrics.ts'
import type { Occurrence } from '../rows/occurrence.ts'
import type { Rows } from '../rows/rows.ts'
import { createCommitter, type DiskSpace } from './commit.ts'
import { buildIntent, type ReceivedRequest } from './deduplicate.ts'
import type { Intents, SourceTable } from './intent.ts'
import type { ReceivedHashes } from './received-hashes.ts'

/** How long a single request waits for others; a batch is complete when no other one arrives for as long. */
const GATHER_MILLISECONDS = 25

/**
 * While requests keep arriving, the pause after a batch is as long as its insert, up to this. An insert
 * writes to ten tables and takes some 40 ms of processor time however few rows it has: without a pause, two
 * hundred requests a second keep a core busy.
 */
const MAX_GATHER_MILLISECONDS = 300

/** A batch of this many rows is worth its insert: a pause after it would only delay senders. */
const LARGE_BATCH_ROWS = 4_096

/**
 * A batch is one block of the engine, which would split a much larger one. Twice the rows take a tenth less
 * processor time per row, most of it for merges, and more memory of the engine.
 */
const MAX_BATCH_ROWS = 16_384
const MAX_BATCH_BYTES = 32 * 1024 * 1024

/** Bytes of waiting requests. Further senders are answered 503: the memory is for the engine. */
const MAX_WAITING_BYTES = 96 * 1024 * 1024

/** A sender that waits longer is answered 503. Rows that are stored later are recognised by their hash. */
const TIMEOUT_MILLISECONDS = 10_000

export type WriteResult = 'stored' | 'busy' | 'refused'

export type BatchWriter = {
  /**
   * The result that the hash of a request decides, before its body is decoded: it is stored, or in progress,
   * or no request is accepted now. Null: `add` it.
   */
  find(hash: string): Promise<WriteResult> | null
  /** `hash` identifies the request: a request that is stored already is not inserted again. */
  add(hash: string, table: SourceTable, rows: Rows): Promise<WriteResult>
  /**
   * Runs `work` between two batches: everything that was acknowledged is in every table, and nothing else is.
   * Requests wait until it ends. Throws an `UnavailableError` while the store closes or inserts fail.
   */
  exclusive: Sequence
  /**
   * Inserts what a crash left, before anything else. True: nothing is left. False: the engine fails; senders
   * are answered 503 until it is stored and `onRecovered` is called. Queries are answered as usual.
   */
  recover(onRecovered: () => void): Promise<boolean>
  /** Bytes of requests that are not answered yet. */
  waitingBytes(): number
  close(): Promise<void>
}

type BatchWriterOptions = {
  engine: Engine
  intents: Intents
  received: ReceivedHashes
  log: Logger
  metrics: Metrics
  stored: (occurrences: Occurrence[]) => void
  disk: DiskSpace
  /** The disk has been full for a while. */
  freeSpace: () => Promise<void>
}

type Waiting = ReceivedRequest & { answer: Promise<WriteResult>; resolve(outcome: WriteResult): void }

export function createBatchWriter(options: BatchWriterOptions): BatchWriter {
  const { received, metrics, stored, disk } = options
  const inFlight = new Map<string, Waiting>()
  const queue: Waiting[] = []
  let waitingBytes = 0
  let isClosing = false
  /** Inserts have failed for longer than a sender waits, most often because of a full disk. */
  let isBlocked = false
  let running: Promise<void> | null = null
  const inTurn = createSequence()
  const committer = createCommitter({ ...options, isClosing: () => isClosing })

  async function run(): Promise<void> {
    await pause(GATHER_MILLISECONDS)
    while (queue.length > 0) {
      const start = performance.now()
      const batch = takeBatch()
      await inTurn(() => insert(batch))
      const elapsed = performance.now() - start
      await gather(countRows(batch) < LARGE_BATCH_ROWS ? Math.min(elapsed, MAX_GATHER_MILLISECONDS) : 0)
    }
    running = null
  }

  /** Until `min` milliseconds have passed and no request arrives any more, or a batch is full. */
  async function gather(min: number): Promise<void> {
    const start = performance.now()
    let [length, elapsed] = [-1, 0]
    while (elapsed < MAX_GATHER_MILLISECONDS && !isClosing && !isFull()) {
      if (elapsed >= min && queue.length === length) return
      length = queue.length
      await pause(GATHER_MILLISECONDS)
      elapsed = performance.now() - start
    }
  }

  function isFull(): boolean {
    return waitingBytes > MAX_BATCH_BYTES || countRows(queue) >= MAX_BATCH_ROWS
  }

  function takeBatch(): Waiting[] {
    let [rows, bytes, end] = [0, 0, 0]
    for (const request of queue) {
      rows += request.rows.count
      bytes += request.rows.bytes.length
      if (end > 0 && (rows > MAX_BATCH_ROWS || bytes > MAX_BATCH_BYTES)) break
      end++
    }
    return queue.splice(0, end)
  }

  async function insert(batch: Waiting[]): Promise<void> {
    const start = performance.now()
    const { intent, buffers, occurrences, duplicates } = buildIntent(batch, received)
    const timeout = setTimeout(() => rejectWaiting(batch), TIMEOUT_MILLISECONDS)
    const refused = await committer.commit(intent, buffers)
    clearTimeout(timeout)
    isBlocked = false
    metrics.observe('errata_store_insert_seconds', (performance.now() - start) / 1000)
    metrics.observe('errata_store_group_rows', countRows(batch))
    const isRefused = (index: number): boolean => refused?.includes(intent.parts[index]!) ?? false
    for (const [index, request] of batch.entries()) {
      remove(request)
      request.resolve(refused === null ? 'busy' : isRefused(index) ? 'refused' : 'stored')
    }
    if (refused === null) return
    const rows = countRows(batch.filter((_, index) => !isRefused(index)))
    metrics.count('errata_store_stored_rows_total', {}, rows - duplicates.resource - duplicates.occurrence)
    for (const [kind, count] of Object.entries(duplicates))
      metrics.count('errata_store_duplicates_total', { kind }, count)
    stored([...occurrences].flatMap(([part, list]) => (refused.includes(part) ? [] : list)))
  }

  /** The batch stays: its rows may be stored already, and are recognised by their hash then. */
  function rejectWaiting(batch: Waiting[]): void {
    isBlocked = true
    for (const request of batch) request.resolve('busy')
    for (const request of queue.splice(0)) {
      remove(request)
      request.resolve('busy')
    }
  }

  function remove(request: Waiting): void {
    inFlight.delete(request.hash)
    waitingBytes -= request.rows.bytes.length
  }

  function find(hash: string): Promise<WriteResult> | null {
    const other = inFlight.get(hash)
    const isStored = received.has(hash)
    if (other || isStored) metrics.count('errata_store_duplicates_total', { kind: 'request' })
    if (isStored) return Promise.resolve('stored')
    if (other) return other.answer
    return isClosing || isBlocked || waitingBytes > MAX_WAITING_BYTES ? Promise.resolve('busy') : null
  }

  return {
    find,
    add(hash, table, rows) {
      const existing = find(hash)
      if (existing !== null) return existing
      const bytes = waitingBytes + rows.bytes.length
      if (bytes > MAX_WAITING_BYTES || !disk.hasSpaceFor(bytes)) return Promise.resolve('busy')
      const { promise, resolve } = Promise.withResolvers<WriteResult>()
      const request: Waiting = { hash, table, rows, answer: promise, resolve }
      inFlight.set(hash, request)
      queue.push(request)
      waitingBytes = bytes
      running ??= run()
      return promise
    },
    async exclusive(work) {
      if (isClosing || isBlocked) throw unavailable()
      return inTurn(() => (isClosing ? Promise.reject(unavailable()) : work()))
    },
    async recover(onRecovered) {
      if (await committer.recover()) return true
      isBlocked = true
      void inTurn(async () => {
        await committer.recoverWithRetry()
        isBlocked = false
        onRecovered()
      })
      return false
    },
    waitingBytes: () => waitingBytes,
    async close() {
      isClosing = true
      await running
      await inTurn(() => Promise.resolve())
    },
  }
}

function unavailable(): UnavailableError {
  return new UnavailableError(
    'The engine does not accept a batch that is in progress, or the store is closing.',
  )
}

function countRows(requests: ReceivedRequest[]): number {
  return requests.reduce((rows, request) => rows + request.rows.count, 0)
}
