// `npm run backup -- FOLDER`: all that the store holds, into a folder, while it runs and while it does not.
import { constants, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pino } from 'pino'
import type { Config } from '../config.ts'
import { makeWritable } from '../folder.ts'
import { isDiskFull } from '../engine/errors.ts'
import { openStore } from '../store.ts'
import { StartupError } from '../../settings/startup-error.ts'
import { readManifest, type Manifest } from './manifest.ts'
import { dropSnapshot, snapshotOf, takeSnapshot } from './snapshot.ts'

export async function backup(config: Config, to: string): Promise<Manifest> {
  if (config.clickhouseUrl !== null) throw onServer('backed up', 'BACKUP DATABASE … TO')
  makeEmpty(to)
  const release = await snapshot(config)
  try {
    copy(snapshotOf(config.folder), to)
  } finally {
    await release()
  }
  return readManifest(to)
}

export function onServer(done: string, statement: string): StartupError {
  return new StartupError(
    `With CLICKHOUSE_URL the data is on the ClickHouse server, and is ${done} there: run ${statement} Disk('backups', 'errata') on it (clickhouse.com/docs/operations/backup).`,
  )
}

/** Leaves a snapshot beside the engine; what it returns takes it away. */
async function snapshot(config: Config): Promise<() => Promise<void>> {
  const door = `http://${/^(?:0\.0\.0\.0|::)$/.test(config.host) ? '127.0.0.1' : config.host}:${config.port}/backup`
  const made = await ask(door)
  if (made !== null) {
    if (made === snapshotOf(config.folder)) return async () => void (await fetch(door, { method: 'DELETE' }))
    throw new StartupError(
      `The store that runs at ${config.host}:${config.port} keeps its data in ${resolve(made, '..')}, not in ${config.folder}: set DATA_DIR to what it has, or STORE_PORT to the port of the other.`,
    )
  }
  if (!existsSync(join(config.folder, 'engine')))
    throw new StartupError(`There is no store in ${config.folder}: set DATA_DIR to the folder that it has.`)
  const store = await openStore(config, pino({ level: 'silent' }))
  await takeSnapshot(store)
  await store.close()
  return () => Promise.resolve(dropSnapshot(config.folder))
}

/** Where the running store has put its copy; null where none runs. */
async function ask(door: string): Promise<string | null> {
  let answer: Response
  try {
    answer = await fetch(door, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
  } catch {
    return null
  }
  if (answer.ok) return ((await answer.json()) as { folder: string }).folder
  throw new StartupError(
    `What answers at ${door} cannot make a copy now (${answer.status}): look at its log, or set STORE_PORT to the store's port.`,
  )
}

function makeEmpty(to: string): void {
  const found = statSync(to, { throwIfNoEntry: false })
  if (found && !found.isDirectory())
    throw new StartupError(`${to} is no folder: name a new folder for each backup.`)
  if (found && readdirSync(to).length > 0)
    throw new StartupError(`${to} is not empty: name a new folder for each backup.`)
  makeWritable(to)
}

/** All first, the manifest last. Blocks are shared where the file system can. */
function copy(from: string, to: string): void {
  const unfinished = join(to, 'unfinished')
  try {
    mkdirSync(unfinished)
    cpSync(from, unfinished, { recursive: true, mode: constants.COPYFILE_FICLONE })
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!isDiskFull(error)) throw error
    throw new StartupError(
      `There is no room for the backup in ${to}: name a folder on a disk that has some; nothing was left there.`,
    )
  }
  for (const name of readdirSync(unfinished).toSorted((a) => (a === 'backup.json' ? 1 : -1)))
    renameSync(join(unfinished, name), join(to, name))
  rmSync(unfinished, { recursive: true })
}
