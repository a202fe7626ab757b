// `npm run backup -- FOLDER` and `npm run restore -- FOLDER`; in a container `node store/backup/command.ts backup FOLDER`.
import { resolve } from 'node:path'
import { prepareProcess, readConfig } from '../config.ts'
import { StartupError } from '../../settings/startup-error.ts'
import { backup } from './backup.ts'
import type { Manifest } from './manifest.ts'
import { restore } from './restore.ts'

export type Work = 'backup' | 'restore'

export async function command(work: Work, given: string | undefined): Promise<void> {
  try {
    if (!given) throw new StartupError(`Name the folder: npm run ${work} -- FOLDER`)
    const folder = resolve(given)
    prepareProcess()
    const config = readConfig()
    const manifest = await { backup, restore }[work](config, folder)
    const where = work === 'backup' ? `to ${folder}` : `from ${folder} into ${config.folder}`
    console.log(`${work === 'backup' ? 'Saved' : 'Restored'} ${wordsOf(manifest)} ${where}`)
  } catch (error) {
    console.error(error instanceof StartupError ? error.message : error)
    process.exitCode = 1
  }
}

function wordsOf({ tables }: Manifest): string {
  const rows = new Map(tables.map((table) => [table.name, table.rows]))
  return `${rows.get('otel_traces') ?? 0} spans, ${rows.get('otel_logs') ?? 0} log records and ${rows.get('exceptions') ?? 0} exceptions`
}

if (import.meta.main) {
  const [work, folder] = process.argv.slice(2)
  await command(work === 'restore' ? 'restore' : 'backup', folder)
}
