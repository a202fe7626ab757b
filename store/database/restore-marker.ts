// A file that marks a restore in progress. While it exists, the tables may be a part of a backup's.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../../server/startup-error.ts'

const markerOf = (folder: string): string => join(folder, 'restoring')

export function beginRestore(folder: string, source: string): void {
  writeFileSync(markerOf(folder), source)
}

export function endRestore(folder: string): void {
  rmSync(markerOf(folder))
}

export function isHalfRestored(folder: string): boolean {
  return existsSync(markerOf(folder))
}

/** Throws if a restore was interrupted: the restored part would look like everything. */
export function refuseHalfRestored(folder: string): void {
  if (isHalfRestored(folder))
    throw new StartupError(
      `A restore into ${folder} was interrupted: run it again, or set DATA_DIR to another folder. ` +
        'The store does not start with incomplete data.',
    )
}
