// Folders that the store writes to.
import { accessSync, constants, globSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../../server/startup-error.ts'

/** Creates the folder if it does not exist. Throws a `StartupError` if this user cannot write to it. */
export function makeWritable(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
    throw new StartupError(
      `The store cannot write to ${folder} (${code}): ` +
        'set DATA_DIR to a folder that this user may write to, or change its owner.',
    )
  }
}

/** Of what is acknowledged and not in the engine yet. */
export function journalFolder(parent: string): string {
  return join(parent, 'journal')
}

/** False: a store that does not run has left requests, which its next start inserts. */
export function isJournalEmpty(parent: string): boolean {
  return !globSync('*.parts', { cwd: journalFolder(parent) }).length
}

/** The list of deletions: see `features/forget`. Restored backups need it, so that it outlives the tables. */
export const DELETIONS_FILE = 'forgotten.json'

/** What the last backup was. */
export const BACKUP_FILE = 'last-backup.json'

/** What was restored, until the next start has written it into the audit log. */
export const RESTORED_FILE = 'restored.json'

/** The files that the store writes beside the folders of engine and journal. */
const FILES = ['received', 'received.old', 'reserved', DELETIONS_FILE, BACKUP_FILE, RESTORED_FILE]

/** Throws a `StartupError` if a folder is in the place of a file. */
export function requireFiles(folder: string): void {
  for (const file of FILES.map((name) => join(folder, name)))
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
      throw new StartupError(
        `${file} is a folder, and the store needs a file of this name: move it elsewhere.`,
      )
}
