// Picks how occurrences are counted: in memory and SQL if this process is the only writer, else in SQL.
import type { Logger } from 'pino'
import type { Sequence } from '../../server/event-loop.ts'
import type { Engine } from '../database/engine/engine.ts'
import type { PendingOccurrences } from '../ingest/journal/pending-occurrences.ts'
import type { Occurrence } from '../ingest/rows/occurrence.ts'
import type { FingerprintTable } from './fingerprint-table.ts'
import { loadIndex } from './memory/load.ts'
import { createMemoryOccurrences } from './memory/memory-occurrences.ts'
import { OccurrenceIndex } from './memory/occurrence-index.ts'
import type { Occurrences } from './occurrences.ts'
import { createSqlOccurrences } from './sql.ts'

/** The writer's calls of the index; they do nothing if SQL counts. */
export type OccurrenceCounting = {
  occurrences: Occurrences
  /** These were stored. */
  append(stored: Occurrence[]): void
  /** The engine dropped a day of UTC, as "2026-11-21". */
  dropDay(day: string): void
  /** Rows were deleted: SQL counts until the next `load`. */
  clear(): void
  /** Reads what is stored. `exclusive` runs work while nothing is stored. */
  load(exclusive: Sequence, signal: AbortSignal): Promise<void>
}

/** `tables`: the engine without waiting for the journal, whose occurrences are `pending`. */
type Options = {
  engine: Engine
  tables: Engine
  pending: Pick<PendingOccurrences, 'hasGiven'>
  retentionDays: number
  fingerprints: FingerprintTable
  log: Logger
}

export function openOccurrences(options: Options): OccurrenceCounting {
  const { engine } = options
  const sql = createSqlOccurrences(engine)
  if (engine.kind !== 'embedded')
    return { occurrences: sql, append: () => {}, dropDay: () => {}, clear: () => {}, load: async () => {} }
  const { log, pending } = options
  const index = new OccurrenceIndex(options)
  const inTables = createSqlOccurrences(options.tables)
  return {
    occurrences: {
      ...createMemoryOccurrences(index, sql),
      // No column of the index: what the journal does not have is in the tables.
      findGiven: (given) => (pending.hasGiven(given) ? sql : inTables).findGiven(given),
    },
    append: (stored) => index.append(stored),
    dropDay: (day) => index.dropPartition(day),
    clear: () => index.clear(),
    load: (exclusive, signal) => loadIndex({ engine, index, exclusive, signal, log }),
  }
}
