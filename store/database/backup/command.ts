// `npm run backup -- FOLDER`; in a container `node store/database/backup/command.ts backup FOLDER`. Also `restore`.
import { resolve } from 'node:path'
import { prepareProcess, readConfig } from '../../config.ts'
import { StartupError } from '../../../server/startup-error.ts'
import { backup } from './backup.ts'
import type { Manifest } from './manifest.ts'
import { restore } from './restore.ts'

type Command = 'backup' | 'restore'

export async function command(name: Command, argument: string | undefined): Promise<void> {
  try {
    if (!argument) throw new StartupError(`Name the folder: npm run ${name} -- FOLDER`)
    const folder = resolve(argument)
    prepareProcess()
    const config = readConfig()
    const manifest = await { backup, restore }[name](config, folder)
    const target = name === 'backup' ? `to ${folder}` : `from ${folder} into ${config.folder}`
    console.log(`${name === 'backup' ? 'Saved' : 'Restored'} ${describe(manifest)} ${target}`)
  } catch (error) {
    console.error(error instanceof StartupError ? error.message : error)
    process.exitCode = 1
  }
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
