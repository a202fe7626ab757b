// The parts of an open store between a request and the tables.
import type { Logger } from 'pino'
import type { DiskGuard } from '../database/disk/disk-guard.ts'
import type { Engine } from '../database/engine/engine.ts'
import type { Metrics } from '../metrics.ts'
import { createBlockWriter, type BlockWriter } from './journal/block-writer.ts'
import type { Journal } from './journal/journal.ts'
import { createPendingOccurrences, type PendingOccurrences } from './journal/pending-occurrences.ts'
import { keysOf, type Segment } from './journal/segment.ts'
import { createBatchWriter, type BatchWriter } from './receive/batch-writer.ts'
import { openQuarantine, type Quarantine } from './receive/quarantine.ts'
import { openReceivedHashes } from './receive/received-hashes.ts'
import type { Occurrence } from './rows/occurrence.ts'

type IngestOptions = {
  engine: Engine
  /** Of the store. */
  folder: string
  journal: Journal
  disk: DiskGuard
  log: Logger
  metrics: Metrics
  /** The disk has been full for a while. */
  freeSpace: () => Promise<void>
  /** These occurrences are in the journal. */
  onStored: (occurrences: Occurrence[], segment: Segment) => void
  /** The rows of the segment are in the tables. */
  onInserted: (occurrences: Occurrence[], segment: Segment) => void
}

type Ingest = {
  writer: BatchWriter
  blocks: BlockWriter
  pending: PendingOccurrences
  quarantine: Quarantine
}

export function openIngest(required: IngestOptions): Ingest {
  const options = { ...required, freeSpace: () => required.freeSpace().catch(logFailure) }
  const { folder, journal, log, onStored, onInserted } = options
  const quarantine = openQuarantine(folder)
  const received = openReceivedHashes(folder)
  received.add(journal.left.flatMap(keysOf))
  const pending = createPendingOccurrences()
  const blocks = createBlockWriter({
    ...options,
    quarantine,
    received,
    onInserted: (segment) => onInserted(pending.remove(segment), segment),
  })
  const writer = createBatchWriter({
    ...options,
    blocks,
    received,
    onStored(rows, segment) {
      pending.add(rows, segment)
      onStored(
        rows.flatMap((row) => row.occurrences),
        segment,
      )
    },
  })
  return { writer, blocks, pending, quarantine }

  /** Both writers try again, and must not end because of it. */
  function logFailure(error: unknown): void {
    log.error({ err: error }, 'space could not be freed; retrying')
  }
}
