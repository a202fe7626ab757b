// Group commit: waiting requests are appended to the journal together, each exactly once, also across a
// crash; then they are answered.
import type { Logger } from 'pino'
import { createSequence, nextTurn, type Sequence } from '../../../server/event-loop.ts'
import { isDiskFull, UnavailableError } from '../../database/engine/errors.ts'
import type { Metrics } from '../../metrics.ts'
import { DISK_FULL_MILLISECONDS, type BlockWriter, type DiskSpace } from '../journal/block-writer.ts'
import type { Journal } from '../journal/journal.ts'
import type { Segment, SourceTable } from '../journal/segment.ts'
import type { Rows } from '../rows/rows.ts'
import { buildBatch, type NewRow, type ReceivedRequest } from './deduplicate.ts'
import type { ReceivedHashes } from './received-hashes.ts'

/**
 * Of a segment, which is one block of the engine: it would split a much larger one. Twice the rows take a
 * tenth less processor time per row, most of it for merges, and more memory of the engine.
 */
const MAX_SEGMENT_ROWS = 16_384
const MAX_SEGMENT_BYTES = 32 * 1024 * 1024

/** Bytes that are not in the tables. Above, senders wait for the engine. */
const MAX_JOURNAL_BYTES = 64 * 1024 * 1024

/** Bytes of waiting requests. Further senders are answered 503: the memory is for the engine. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024

export type WriteResult = 'stored' | 'busy'

export type BatchWriter = {
  /**
   * The result that the hash of a request decides, before its body is decoded: it is stored, or in progress,
   * or no request is accepted now. Null: `add` it.
   */
  find(hash: string): Promise<WriteResult> | null
  /** `hash` identifies the request: a request that is stored already is not stored again. */
  add(hash: string, table: SourceTable, rows: Rows): Promise<WriteResult>
  /**
   * Runs `work` between two batches: everything that was acknowledged is in every table, and nothing else is.
   * Requests wait until it ends. Throws an `UnavailableError` while the store closes or inserts fail.
   */
  exclusive: Sequence
  /** Bytes of requests that are not answered, and of rows that are not in the tables. */
  waitingBytes(): number
  close(): Promise<void>
}

type BatchWriterOptions = {
  journal: Journal
  blocks: BlockWriter
  received: ReceivedHashes
  log: Logger
  metrics: Metrics
  /** These rows are in the journal. */
  onStored: (rows: NewRow[], segment: Segment) => void
  disk: Pick<DiskSpace, 'hasSpaceFor'>
  /** The disk has been full for a while. */
  freeSpace: () => Promise<void>
}

type Waiting = ReceivedRequest & { answer: Promise<WriteResult>; resolve(outcome: WriteResult): void }

export function createBatchWriter(options: BatchWriterOptions): BatchWriter {
  const { journal, blocks, received, log, metrics, onStored, disk } = options
  const inFlight = new Map<string, Waiting>()
  const queue: Waiting[] = []
  let waitingBytes = 0
  let isClosing = false
  let running: Promise<void> | null = null
  let fullSince: number | null = null
  const inTurn = createSequence()

  async function run(): Promise<void> {
    while (queue.length > 0) {
      // What arrives in the same turn of the event loop is one write.
      await nextTurn()
      await inTurn(appendBatch)
    }
    running = null
  }

  async function appendBatch(): Promise<void> {
    if (blocks.bytes() > MAX_JOURNAL_BYTES) await blocks.inserted()
    const batch = takeBatch()
    const result = blocks.bytes() > MAX_JOURNAL_BYTES ? 'busy' : await append(batch)
    for (const request of batch) {
      inFlight.delete(request.hash)
      waitingBytes -= request.rows.bytes.length
      request.resolve(result)
    }
  }

  function takeBatch(): Waiting[] {
    let [rows, bytes, end] = [0, 0, 0]
    for (const request of queue) {
      rows += request.rows.count
      bytes += request.rows.bytes.length
      if (end > 0 && (rows > MAX_SEGMENT_ROWS || bytes > MAX_SEGMENT_BYTES)) break
      end++
    }
    return queue.splice(0, end)
  }

  async function append(batch: Waiting[]): Promise<WriteResult> {
    const { parts, buffers, rows, duplicates } = buildBatch(batch, received)
    try {
      const segment = await journal.append(parts, buffers)
      received.add(parts.flatMap(({ keys }) => keys))
      fullSince = null
      blocks.appended(parts.length, segment.rows >= MAX_SEGMENT_ROWS || segment.bytes >= MAX_SEGMENT_BYTES)
      onStored(rows, segment)
      const count = parts.reduce((sum, part) => sum + part.rows, 0)
      metrics.count('errata_store_stored_rows_total', {}, count)
      for (const [kind, count] of Object.entries(duplicates))
        metrics.count('errata_store_duplicates_total', { kind }, count)
      return 'stored'
    } catch (error) {
      // What a failed write has left is behind the last part: nothing is appended to it.
      blocks.appended(0, true)
      await reportFailure(error)
      return 'busy'
    }
  }

  async function reportFailure(error: unknown): Promise<void> {
    if (fullSince === null) log.error({ err: error }, 'requests could not be written to the journal')
    fullSince ??= performance.now()
    if (!isDiskFull(error) || performance.now() - fullSince < DISK_FULL_MILLISECONDS) return
    await options.freeSpace()
    fullSince = performance.now()
  }

  function find(hash: string): Promise<WriteResult> | null {
    const other = inFlight.get(hash)
    const isStored = received.has(hash)
    if (other || isStored) metrics.count('errata_store_duplicates_total', { kind: 'request' })
    if (isStored) return Promise.resolve('stored')
    if (other) return other.answer
    return isClosing || waitingBytes > MAX_WAITING_BYTES ? Promise.resolve('busy') : null
  }

  return {
    find,
    add(hash, table, rows) {
      const existing = find(hash)
      if (existing !== null) return existing
      const bytes = waitingBytes + rows.bytes.length
      if (bytes > MAX_WAITING_BYTES || !disk.hasSpaceFor(bytes + blocks.bytes()))
        return Promise.resolve('busy')
      const { promise, resolve } = Promise.withResolvers<WriteResult>()
      const request: Waiting = { hash, table, rows, answer: promise, resolve }
      inFlight.set(hash, request)
      queue.push(request)
      waitingBytes = bytes
      running ??= run()
      return promise
    },
    exclusive: (work) =>
      inTurn(async () => {
        if (!isClosing) await blocks.inserted()
        if (isClosing || blocks.isFailing()) throw unavailable()
        return work()
      }),
    waitingBytes: () => waitingBytes + blocks.bytes(),
    async close() {
      isClosing = true
      await running
      await inTurn(() => Promise.resolve())
      await blocks.close()
    },
  }
}

function unavailable(): UnavailableError {
  return new UnavailableError('The engine does not store rows at the moment, or the store is closing.')
}
