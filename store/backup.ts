// `npm run backup -- FOLDER`, in a container `node store/backup.ts backup FOLDER`; and the same with restore,
// which takes the list of deletions as a second argument.
import { copyFileSync, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pino } from 'pino'
import { runCommand, StartupError } from '../server/startup-error.ts'
import { prepareProcess, readConfig, type Config } from './config.ts'
import { backup } from './database/backup/backup.ts'
import { DELETIONS_FILE, makeWritable } from './database/folder.ts'
import { readCopy } from './features/forget/deletions.ts'
import type { Manifest } from './database/backup/manifest.ts'
import { restore } from './database/backup/restore.ts'
import { writeLastBackup } from './database/backup/last-backup.ts'
import { takeSnapshot } from './database/backup/snapshot.ts'
import { OPERATOR } from './http/actor.ts'
import { openStore } from './store.ts'

type Command = 'backup' | 'restore'

/** `list`: the list of deletions of the store that the backup is of, or of a newer backup. */
export function command(name: Command, argument: string | undefined, list?: string): Promise<void> {
  return runCommand(async () => {
    if (!argument) throw new StartupError(`Name the folder: npm run ${name} -- FOLDER`)
    const folder = resolve(argument)
    prepareProcess()
    const config = readConfig()
    if (name === 'restore' && list !== undefined) takeList(resolve(list), config.folder)
    const start = performance.now()
    const manifest =
      name === 'backup' ? await backup(config, folder, takeSnapshotOfStopped) : await restore(config, folder)
    if (name === 'backup')
      writeLastBackup(config.folder, { manifest, folder, milliseconds: performance.now() - start })
    const target = name === 'backup' ? `to ${folder}` : `from ${folder} into ${config.folder}`
    console.log(`${name === 'backup' ? 'Saved' : 'Restored'} ${describe(manifest)} ${target}`)
    if (name === 'restore') console.log(describeDeletions(manifest, config.folder))
  })
}

function takeList(list: string, folder: string): void {
  if (!existsSync(list)) throw new StartupError(`There is no list of deletions at ${list}.`)
  readCopy(list)
  makeWritable(folder)
  copyFileSync(list, join(folder, DELETIONS_FILE))
}

/** A start repeats the deletions that the list has and the backup does not. */
function describeDeletions({ at }: Manifest, folder: string): string {
  const deletions = readCopy(join(folder, DELETIONS_FILE))?.deletions ?? []
  const count = deletions.filter(({ requestedAt }) => requestedAt > at).length
  if (count > 0)
    return `The next start repeats ${count} ${count === 1 ? 'deletion of a person' : 'deletions of persons'}.`
  return (
    'No deletion of a person since the backup is in the list. If there were any, restore with the list of ' +
    `the old DATA_DIR: npm run restore -- FOLDER OLD_DATA_DIR/store/${DELETIONS_FILE}`
  )
}

async function takeSnapshotOfStopped(config: Config): Promise<void> {
  const store = await openStore(config, pino({ level: 'silent' }))
  await takeSnapshot({ engine: store.engine, exclusive: store.writer.exclusive, folder: store.folder })
  await store.people.audit.record(OPERATOR, { act: 'backup.created' })
  await store.close()
}

function describe({ tables }: Manifest): string {
  const rowsOf = (table: string): number => tables.find(({ name }) => name === table)?.rows ?? 0
  const [spans, records] = [rowsOf('otel_traces'), rowsOf('otel_logs')]
  return `${spans} spans, ${records} log records and ${rowsOf('exceptions')} exceptions`
}

if (import.meta.main) {
  const [name, folder, list] = process.argv.slice(2)
  await command(name === 'restore' ? 'restore' : 'backup', folder, list)
}
