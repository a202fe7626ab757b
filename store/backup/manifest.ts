// backup.json: what a backup holds. It is written last, so that a folder without it is no backup.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../../settings/startup-error.ts'

/** Of the folder's layout. The tables bring their own version with them. */
const FORMAT = 1

export type Manifest = {
  format: number
  at: string
  /** Of tables and views, so that a line that went missing is seen. Backups of before have none. */
  sum?: string
  /** In the order in which they can be made: tables, then the views that fill them. */
  tables: { name: string; create: string; rows: number }[]
  views: { name: string; create: string }[]
}

export function writeManifest(folder: string, manifest: Omit<Manifest, 'format' | 'at' | 'sum'>): void {
  const whole: Manifest = { format: FORMAT, at: new Date().toISOString(), sum: sumOf(manifest), ...manifest }
  writeFileSync(join(folder, 'backup.json'), `${JSON.stringify(whole, undefined, 2)}\n`)
}

export function readManifest(folder: string): Manifest {
  let manifest: Partial<Manifest> | null
  try {
    manifest = JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8')) as Manifest | null
  } catch {
    throw new StartupError(
      `${folder} holds no whole backup (its backup.json cannot be read): name a folder that "npm run backup" has finished.`,
    )
  }
  if (typeof manifest?.format === 'number' && manifest.format !== FORMAT)
    throw new StartupError(
      `The backup in ${folder} has format ${manifest.format}, and this program reads format ${FORMAT}: restore it with the program that made it.`,
    )
  if (manifest !== null && isWhole(manifest, listOf(join(folder, 'tables')))) return manifest
  throw new StartupError(
    `The backup.json in ${folder} is not as "npm run backup" wrote it: take another backup, or bring back that file.`,
  )
}

/** Its statements are run and its names are paths: so they are what they should be, and nothing else. */
function isWhole(manifest: Partial<Manifest>, folders: string[]): manifest is Manifest {
  const { tables, views } = manifest
  if (!Array.isArray(tables) || !Array.isArray(views)) return false
  return (
    tables.every(
      (table) =>
        makes('CREATE TABLE', table) && / ENGINE = \w*MergeTree\b/.test(table.create) && table.rows >= 0,
    ) &&
    views.every((view) => makes('CREATE MATERIALIZED VIEW', view)) &&
    folders.every((name) => tables.some((table) => table.name === name)) &&
    [undefined, sumOf({ tables, views })].includes(manifest.sum)
  )
}

function makes(statement: string, { name, create }: { name: string; create: string }): boolean {
  return /^\w+$/.test(name) && create.startsWith(`${statement} otel.${name} `) && !create.includes(';')
}

function sumOf({ tables, views }: Pick<Manifest, 'tables' | 'views'>): string {
  return createHash('sha256')
    .update(JSON.stringify([tables, views]))
    .digest('hex')
}

function listOf(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}
