// backup.json: the contents of a backup. It is written last: a folder without it is not a backup.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../../../server/startup-error.ts'

/** The version of the folder's layout. */
const FORMAT = 2

export type Manifest = {
  format: number
  at: string
  /** The version of the tables. */
  schema: number
  /** SHA-256 of schema, tables and views: a removed line is noticed. */
  sum: string
  /** In the order in which they can be created: tables, then the views that fill them. */
  tables: { name: string; create: string; rows: number }[]
  views: { name: string; create: string }[]
}
type Contents = Pick<Manifest, 'schema' | 'tables' | 'views'>

export function writeManifest(folder: string, contents: Contents): void {
  const at = new Date().toISOString()
  const manifest: Manifest = { format: FORMAT, at, sum: checksum(contents), ...contents }
  writeFileSync(join(folder, 'backup.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
}

/** Throws a `StartupError` that describes what is wrong with the folder. */
export function readManifest(folder: string): Manifest {
  let manifest: Partial<Manifest> | null
  try {
    manifest = JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8')) as Manifest | null
  } catch {
    throw new StartupError(
      `${folder} contains no complete backup (its backup.json cannot be read): ` +
        'name a folder that "npm run backup" has finished.',
    )
  }
  if (typeof manifest?.format === 'number' && manifest.format !== FORMAT)
    throw new StartupError(
      `The backup in ${folder} has format ${manifest.format}, and this program reads format ${FORMAT}: ` +
        'restore it with the program that made it.',
    )
  const tables = join(folder, 'tables')
  const names = existsSync(tables) ? readdirSync(tables) : []
  if (manifest !== null && isValid(manifest, names)) return manifest
  throw new StartupError(
    `The backup.json in ${folder} is not the one that "npm run backup" wrote: ` +
      'use another backup, or restore the original file.',
  )
}

/** Its statements are run and its names are paths: both must be exactly what `writeManifest` writes. */
function isValid(manifest: Partial<Manifest>, folders: string[]): manifest is Manifest {
  const { schema, tables, views, sum } = manifest
  if (typeof schema !== 'number' || !Array.isArray(tables) || !Array.isArray(views)) return false
  return (
    tables.every(
      (table) => creates('TABLE', table) && / ENGINE = \w*MergeTree\b/.test(table.create) && table.rows >= 0,
    ) &&
    views.every((view) => creates('MATERIALIZED VIEW', view)) &&
    folders.every((name) => tables.some((table) => table.name === name)) &&
    sum === checksum({ schema, tables, views })
  )
}

function creates(kind: string, { name, create }: { name: string; create: string }): boolean {
  return /^\w+$/.test(name) && create.startsWith(`CREATE ${kind} otel.${name} `) && !create.includes(';')
}

export function checksum({ schema, tables, views }: Contents): string {
  return createHash('sha256')
    .update(JSON.stringify([schema, tables, views]))
    .digest('hex')
}
