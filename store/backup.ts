// `npm run backup -- FOLDER`, in a container `node store/backup.ts backup FOLDER`; and the same with restore.
import { resolve } from 'node:path'
import { pino } from 'pino'
import { runCommand, StartupError } from '../server/startup-error.ts'
import { prepareProcess, readConfig, type Config } from './config.ts'
import { backup } from './database/backup/backup.ts'
import type { Manifest } from './database/backup/manifest.ts'
import { restore } from './database/backup/restore.ts'
import { takeSnapshot } from './database/backup/snapshot.ts'
import { openStore } from './store.ts'

type Command = 'backup' | 'restore'

export function command(name: Command, argument: string | undefined): Promise<void> {
  return runCommand(async () => {
    if (!argument) throw new StartupError(`Name the folder: npm run ${name} -- FOLDER`)
    const folder = resolve(argument)
    prepareProcess()
    const config = readConfig()
    const manifest =
      name === 'backup' ? await backup(config, folder, takeSnapshotOfStopped) : await restore(config, folder)
    const target = name === 'backup' ? `to ${folder}` : `from ${folder} into ${config.folder}`
    console.log(`${name === 'backup' ? 'Saved' : 'Restored'} ${describe(manifest)} ${target}`)
  })
}

async function takeSnapshotOfStopped(config: Config): Promise<void> {
  const store = await openStore(config, pino({ level: 'silent' }))
  await takeSnapshot({ engine: store.engine, exclusive: store.writer.exclusive, folder: store.folder })
  await store.close()
}

function describe({ tables }: Manifest): string {
  const rowsOf = (table: string): number => tables.find(({ name }) => name === table)?.rows ?? 0
  const [spans, records] = [rowsOf('otel_traces'), rowsOf('otel_logs')]
  return `${spans} spans, ${records} log records and ${rowsOf('exceptions')} exceptions`
}

if (import.meta.main) {
  const [name, folder] = process.argv.slice(2)
  await command(name === 'restore' ? 'restore' : 'backup', folder)
}
