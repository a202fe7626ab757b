// The mark of a restore that has begun. While it is there, the tables may be half of a backup's.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../../settings/startup-error.ts'

const markOf = (folder: string): string => join(folder, 'restoring')

export function beginRestore(folder: string, from: string): void {
  writeFileSync(markOf(folder), from)
}

export function endRestore(folder: string): void {
  rmSync(markOf(folder))
}

export function isHalfRestored(folder: string): boolean {
  return existsSync(markOf(folder))
}

/** Throws where a restore was cut off: what is there would look like all there was. */
export function refuseHalfRestored(folder: string): void {
  if (isHalfRestored(folder))
    throw new StartupError(
      `A restore into ${folder} did not end: run it again, or set DATA_DIR to another folder; the store does not start on half of it.`,
    )
}
