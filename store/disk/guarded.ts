// An engine whose inserts of single rows (decisions, notes, merges) are refused or checked while the disk is
// full. Groups of received rows do the same in `receive/commit.ts`.
import type { Engine } from '../engine/engine.ts'
import { DiskFullError } from '../engine/errors.ts'
import type { DiskGuard } from './disk-guard.ts'

export function guarded(engine: Engine, disk: DiskGuard): Engine {
  return {
    ...engine,
    async insert(table, lines, token) {
      if (!disk.hasRoomFor(lines.length)) throw new DiskFullError()
      await disk.insert(() => engine.insert(table, lines, token))
    },
  }
}
