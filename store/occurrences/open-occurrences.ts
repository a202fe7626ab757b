// Picks how occurrences are counted: in memory and SQL if this process is the only writer, else in SQL.
import type { Logger } from 'pino'
import type { Sequence } from '../../server/event-loop.ts'
import type { Engine } from '../database/engine/engine.ts'
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
  /** Reads what is stored. `exclusive` runs work while nothing is stored. */
  load(exclusive: Sequence, signal: AbortSignal): Promise<void>
}

export function openOccurrences(
  engine: Engine,
  options: { retentionDays: number; fingerprints: FingerprintTable; log: Logger },
): OccurrenceCounting {
  const sql = createSqlOccurrences(engine)
  if (engine.kind !== 'embedded')
    return { occurrences: sql, append: () => {}, dropDay: () => {}, load: async () => {} }
  const { log } = options
  const index = new OccurrenceIndex(options)
  return {
    occurrences: createMemoryOccurrences(index, sql),
    append: (stored) => index.append(stored),
    dropDay: (day) => index.dropPartition(day),
    load: (exclusive, signal) => loadIndex({ engine, index, exclusive, signal, log }),
  }
}
