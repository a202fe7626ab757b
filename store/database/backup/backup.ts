// Saves everything that the store holds into a folder, while the store runs or not.
import { constants, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { isDiskFull } from '../engine/errors.ts'
import { makeWritable } from '../folder.ts'
import { StartupError } from '../../../server/startup-error.ts'
import { readManifest, type Manifest } from './manifest.ts'
import { deleteSnapshot, snapshotFolder } from './snapshot.ts'

/** Opens a store that does not run, which inserts what a crash left, and takes a snapshot of it. */
type TakeSnapshot = (config: Config) => Promise<void>

export async function backup(
  config: Config,
  target: string,
  takeSnapshotOfStopped: TakeSnapshot,
): Promise<Manifest> {
  if (config.clickhouseUrl !== null) throw onServer('backed up', 'BACKUP DATABASE … TO')
  makeEmpty(target)
  const release = await snapshot(config, takeSnapshotOfStopped)
  try {
    await copy(snapshotFolder(config.folder), target)
  } finally {
    await release()
  }
  return readManifest(target)
}

/** `done`: the operation, as a participle; `statement`: its SQL. */
export function onServer(done: string, statement: string): StartupError {
  return new StartupError(
    `With CLICKHOUSE_URL the data is on the ClickHouse server, and is ${done} there: ` +
      `run ${statement} Disk('backups', 'errata') on it (clickhouse.com/docs/operations/backup).`,
  )
}

/** Takes a snapshot beside the engine. Returns the function that deletes it. */
async function snapshot(config: Config, takeSnapshotOfStopped: TakeSnapshot): Promise<() => Promise<void>> {
  const { folder } = config
  const host = /^(?:0\.0\.0\.0|::)$/.test(config.host) ? '127.0.0.1' : config.host
  const url = `http://${host}:${config.port}/backup`
  const snapshotOfRunning = await requestSnapshot(url)
  if (snapshotOfRunning === snapshotFolder(folder))
    return async () => void (await fetch(url, { method: 'DELETE' }))
  if (snapshotOfRunning !== null)
    throw new StartupError(
      `The store that runs at ${config.host}:${config.port} keeps its data in ` +
        `${resolve(snapshotOfRunning, '..')}, not in ${folder}: ` +
        'set DATA_DIR to the folder of that store, or STORE_PORT to the port of the other one.',
    )
  if (!existsSync(join(folder, 'engine')))
    throw new StartupError(`There is no store in ${folder}: set DATA_DIR to the folder of the store.`)
  await takeSnapshotOfStopped(config)
  return () => Promise.resolve(deleteSnapshot(folder))
}

/** The folder of the snapshot that the running store has taken; null: no store runs. */
async function requestSnapshot(url: string): Promise<string | null> {
  let answer: Response
  try {
    const headers = { 'content-type': 'application/json' }
    answer = await fetch(url, { method: 'POST', headers, body: '{}' })
  } catch {
    return null
  }
  if (answer.ok) return ((await answer.json()) as { folder: string }).folder
  throw new StartupError(
    `The server at ${url} cannot make a copy now (${answer.status}): ` +
      "look at its log, or set STORE_PORT to the store's port.",
  )
}

function makeEmpty(folder: string): void {
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (stats && !stats.isDirectory())
    throw new StartupError(`${folder} is not a folder: name a new folder for each backup.`)
  if (stats && readdirSync(folder).length > 0)
    throw new StartupError(`${folder} is not empty: name a new folder for each backup.`)
  makeWritable(folder)
}

/** The manifest last; reflinks where possible. Not `cpSync`: its errors do not show that a disk is full. */
async function copy(source: string, target: string): Promise<void> {
  const unfinished = join(target, 'unfinished')
  try {
    mkdirSync(unfinished)
    await cp(source, unfinished, { recursive: true, mode: constants.COPYFILE_FICLONE })
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!isDiskFull(error)) throw error
    throw new StartupError(
      `There is not enough space for the backup in ${target}: ` +
        'name a folder on another disk; no files were left there.',
    )
  }
  for (const name of readdirSync(unfinished).toSorted((a) => (a === 'backup.json' ? 1 : -1)))
    renameSync(join(unfinished, name), join(target, name))
  rmSync(unfinished, { recursive: true })
}
