// Tables are created and changed only while there is free space: on a full disk the engine writes empty files
// of definitions without an error, and cannot open them again.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../../../server/startup-error.ts'
import type { Engine } from '../engine/engine.ts'
import { watchFreeSpace } from './free-space.ts'

/** Throws a `StartupError` if the engine has no tables yet and there is no space for them. */
export function requireSpaceForTables(folder: string): void {
  if (!existsSync(join(folder, 'engine', 'metadata', 'otel.sql'))) requireFreeSpace(folder)
}

/** An embedded engine whose `command` throws a `StartupError` on a full disk. */
export function withFreeSpaceCheck(engine: Engine, folder: string): Engine {
  if (engine.kind !== 'embedded') return engine
  return {
    ...engine,
    async command(sql) {
      requireFreeSpace(folder)
      await engine.command(sql)
    },
  }
}

function requireFreeSpace(folder: string): void {
  const space = watchFreeSpace(folder)
  if (space.hasSpaceFor(0)) return
  throw new StartupError(
    `The store cannot create or change its tables: ${space.bytes()} bytes are free in ${folder}, ` +
      `and ${Math.ceil(space.insertMark)} are needed. Free some space, or set DATA_DIR to another folder.`,
  )
}
