// Tables are created and changed only where there is room. On a full disk the engine writes empty files of
// definitions without an error, and cannot open them again.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../../../server/startup-error.ts'
import type { Engine } from '../engine/engine.ts'
import { watchFreeSpace } from './free-space.ts'

/** Throws a `StartupError` where the engine has no tables yet and no room for them. */
export function requireRoomForTables(folder: string): void {
  if (!existsSync(join(folder, 'engine', 'metadata', 'otel.sql'))) requireRoom(folder)
}

/** An embedded engine whose `command` throws a `StartupError` on a full disk. */
export function withRoomForChanges(engine: Engine, folder: string): Engine {
  if (engine.kind !== 'embedded') return engine
  return {
    ...engine,
    async command(sql) {
      requireRoom(folder)
      await engine.command(sql)
    },
  }
}

function requireRoom(folder: string): void {
  const space = watchFreeSpace(folder)
  if (space.hasRoomFor(0)) return
  throw new StartupError(
    `The store cannot create or change its tables: ${space.bytes()} bytes are free in ${folder}, ` +
      `and ${Math.ceil(space.insertMark)} are needed. Make room, or set DATA_DIR to another folder.`,
  )
}
