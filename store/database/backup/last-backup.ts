// The last backup, as a file beside the tables: the console shows when it was made, and where.
import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LastBackup } from '../../../contract/settings.ts'
import { isObject, parseJson } from '../../../server/json.ts'
import { BACKUP_FILE } from '../folder.ts'
import type { Manifest } from './manifest.ts'

type Finished = { manifest: Manifest; folder: string; milliseconds: number }

/** `store`: the store's own folder. The backup is complete: if this fails, a warning is enough. */
export function writeLastBackup(store: string, { manifest, folder, milliseconds }: Finished): void {
  const file = join(store, BACKUP_FILE)
  const seconds = Math.ceil(milliseconds / 1000)
  const last: LastBackup = { at: manifest.at, folder, bytes: sizeOf(folder), seconds }
  try {
    writeFileSync(`${file}.tmp`, JSON.stringify(last))
    renameSync(`${file}.tmp`, file)
  } catch (error) {
    console.warn(`The console does not show this backup: ${(error as Error).message}`)
  }
}

/** Null: no backup was made, or the file cannot be read. */
export function readLastBackup(store: string): LastBackup | null {
  try {
    const last = parseJson(readFileSync(join(store, BACKUP_FILE), 'utf8'))
    return isObject(last) && typeof last['at'] === 'string' ? (last as LastBackup) : null
  } catch {
    return null
  }
}

/** In bytes. */
function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}
