// backup.json: what a backup holds. It is written last, so that a folder without it is no backup.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Unstartable } from '../unstartable.ts'

/** Of the folder's layout. The tables bring their own version with them. */
const FORMAT = 1

export type Manifest = {
  format: number
  at: string
  /** In the order in which they can be made: tables, then the views that fill them. */
  tables: { name: string; create: string; rows: number }[]
  views: { name: string; create: string }[]
}

export function writeManifest(folder: string, manifest: Omit<Manifest, 'format' | 'at'>): void {
  const whole: Manifest = { format: FORMAT, at: new Date().toISOString(), ...manifest }
  writeFileSync(join(folder, 'backup.json'), `${JSON.stringify(whole, undefined, 2)}\n`)
}

export function readManifest(folder: string): Manifest {
  let manifest: Manifest
  try {
    manifest = JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8')) as Manifest
  } catch {
    throw new Unstartable(
      `${folder} holds no whole backup (its backup.json cannot be read): name a folder that "npm run backup" has finished.`,
    )
  }
  if (manifest.format === FORMAT) return manifest
  throw new Unstartable(
    `The backup in ${folder} has format ${manifest.format}, and this program reads format ${FORMAT}: restore it with the program that made it.`,
  )
}
