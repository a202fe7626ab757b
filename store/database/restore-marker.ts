// A file that marks a restore in progress: while it exists, the tables may be a part of a backup's. And one
// that says what was restored: the tables of an older version have no audit log before they are upgraded.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { isObject, parseJson } from '../../server/json.ts'
import { StartupError } from '../../server/startup-error.ts'
import { RESTORED_FILE } from './folder.ts'

/** `at`: of the restore, milliseconds since 1970. `backup`: when it was made. `user`: of the system. */
export type Restored = { at: number; backup: string; folder: string; user: string }

const markerOf = (folder: string): string => join(folder, 'restoring')

export function beginRestore(folder: string, source: string): void {
  writeFileSync(markerOf(folder), source)
}

/** `backup`: when it was made. `source`: its folder. */
export function endRestore(folder: string, { backup, source }: { backup: string; source: string }): void {
  const restored: Restored = { at: Date.now(), backup, folder: source, user: userName() }
  writeFileSync(join(folder, RESTORED_FILE), JSON.stringify(restored))
  rmSync(markerOf(folder))
}

/** A user id without an entry has no name: it may be any in a container. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? '')
  }
}

/** What was restored since the last start: `record` runs before it is forgotten. */
export async function takeRestored(
  folder: string,
  record: (restored: Restored) => Promise<void>,
): Promise<void> {
  const file = join(folder, RESTORED_FILE)
  if (!existsSync(file)) return
  const restored = parseJson(readFileSync(file, 'utf8'))
  if (isObject(restored)) await record(restored as Restored)
  rmSync(file)
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
