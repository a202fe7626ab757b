// An engine that is safe on a full disk: single rows (changes, notes, merges) are refused or checked, as
// `ingest/receive/commit.ts` does with batches of received rows; damage that a query meets is reported.
import type { Engine } from '../engine/engine.ts'
import { DiskFullError, isDamage } from '../engine/errors.ts'
import type { DiskGuard } from './disk-guard.ts'

export function withDiskGuard(engine: Engine, disk: DiskGuard): Engine {
  async function watch<Answer>(query: Promise<Answer>): Promise<Answer> {
    try {
      return await query
    } catch (error) {
      if (isDamage(error)) disk.reportDamage(error)
      throw error
    }
  }

  return {
    ...engine,
    query: (sql, parameters, signal) => watch(engine.query(sql, parameters, signal)),
    queryBytes: (format, sql, parameters, signal) =>
      watch(engine.queryBytes(format, sql, parameters, signal)),
    async insert(table, lines, token) {
      if (!disk.hasSpaceFor(lines.length)) throw new DiskFullError()
      await disk.insert(() => engine.insert(table, lines, token), false)
    },
  }
}
