// The list of deletions, as settings: what was deleted, when, and a keyed hash of the id, never the id. A
// copy is a file, which outlives the tables: a start compares both, and repeats deletions that only the file
// has, because an older backup was restored.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Deletion } from '../../../contract/forget.ts'
import { isObject, parseJson } from '../../../server/json.ts'
import { StartupError } from '../../../server/startup-error.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { DELETIONS_FILE } from '../../database/folder.ts'
import { readSettings, writeSetting } from '../../database/settings.ts'

const KEY_ID = 'forget'
/** Characters of a hash in the audit log: enough to compare it with the list of deletions. */
export const HASH_LENGTH = 16

/**
 * `before`: nanoseconds since 1970, when it began: later rows of the person stay. Null: it waits.
 * `isRepeated`: the rows of a restored backup are to be searched for an id with the hash.
 */
export type StoredDeletion = Deletion & { before: string | null; isRepeated?: boolean }

/** Of the file: what a deletion that is repeated needs. */
type DeletionsFile = { key: string; deletions: StoredDeletion[] }

export type DeletionList = {
  /** Of all hashes. */
  key: string
  /** The oldest first. */
  read(): Promise<StoredDeletion[]>
  /** Adds or replaces. */
  write(deletion: StoredDeletion): Promise<void>
}

/**
 * Those of the file that the tables do not have are repeated. `folder`: of the store. Throws a `StartupError`
 * where the file cannot be read.
 */
export async function openDeletionList(engine: Engine, folder: string): Promise<DeletionList> {
  const file = join(folder, DELETIONS_FILE)
  const copy = readCopy(file)
  const [stored, key] = [await read(), await openKey(engine, copy?.key ?? null)]
  const ids = new Set(stored.map(({ id }) => id))
  const missing = (copy?.key === key ? copy.deletions : []).filter(({ id }) => !ids.has(id))
  for (const deletion of missing) await writeRow({ ...deletion, doneAt: null, isRepeated: true })
  if (stored.length > 0) writeCopy([...missing, ...stored])
  return { key, read, write }

  async function write(deletion: StoredDeletion): Promise<void> {
    // First: what the tables have and the file lacks would be unknown after a restore.
    writeCopy([...(await read()).filter(({ id }) => id !== deletion.id), deletion])
    await writeRow(deletion)
  }

  function writeRow(deletion: StoredDeletion): Promise<void> {
    return writeSetting(engine, { kind: 'forgotten', id: deletion.id, value: deletion })
  }

  async function read(): Promise<StoredDeletion[]> {
    const settings = await readSettings<StoredDeletion>(engine, 'forgotten')
    return settings.flatMap(({ value }) => value ?? [])
  }

  function writeCopy(deletions: StoredDeletion[]): void {
    writeFileSync(`${file}.tmp`, JSON.stringify({ key, deletions }))
    renameSync(`${file}.tmp`, file)
  }
}

/** Null: there is no such file. */
export function readCopy(file: string): DeletionsFile | null {
  if (!existsSync(file)) return null
  const copy = parseJson(readFileSync(file, 'utf8'))
  if (isObject(copy) && typeof copy['key'] === 'string' && Array.isArray(copy['deletions']))
    return copy as DeletionsFile
  throw new StartupError(
    `${file} cannot be read: it is the list of deletions, which a restored backup needs. ` +
      'Take it from the newest backup, or move it away.',
  )
}

/** The key of the file where the tables lack one: they are of an older backup. */
async function openKey(engine: Engine, ofFile: string | null): Promise<string> {
  const keys = await readSettings<string>(engine, 'key')
  const stored = keys.find(({ id }) => id === KEY_ID)?.value
  if (stored) return stored
  const value = ofFile ?? randomBytes(32).toString('hex')
  await writeSetting(engine, { kind: 'key', id: KEY_ID, value })
  return value
}
