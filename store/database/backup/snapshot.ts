// A copy of the store at one instant, as links to the engine's parts, which never change: it takes
// milliseconds for any size, and no space until the originals are merged away.
import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Engine } from '../engine/engine.ts'
import { DELETIONS_FILE } from '../folder.ts'
import { readVersion } from '../tables/apply-schema.ts'
import { FIRST_VERSION } from '../tables/schema.ts'
import { hasParts, readTables } from '../tables/system-tables.ts'
import { writeManifest } from './manifest.ts'

/** The hashes of what is stored, the quarantine, and the list of deletions. */
const FILES = ['received', 'received.old', 'refused', DELETIONS_FILE]

/** `exclusive`: runs `work` while nothing is inserted. */
type SnapshotOptions = {
  engine: Engine
  exclusive: (work: () => Promise<void>) => Promise<void>
  folder: string
}

export const snapshotFolder = (folder: string): string => join(folder, 'snapshot')

/** Replaces an older snapshot. Returns when it is complete. */
export async function takeSnapshot({ engine, exclusive, folder }: SnapshotOptions): Promise<void> {
  const target = snapshotFolder(folder)
  // Letters and digits only: the engine writes others as %2D and the like in the name of its folder.
  const name = `errata${randomUUID().replaceAll('-', '')}`
  const frozen = join(folder, 'engine', 'shadow', name)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(join(target, 'tables'), { recursive: true })
  const all = await readTables(engine)
  const tables = all.filter(hasParts)
  const views = all.filter((table) => table.engine === 'MaterializedView')
  await exclusive(async () => {
    for (const table of tables) await engine.command(`ALTER TABLE ${table.name} FREEZE WITH NAME '${name}'`)
    for (const file of FILES)
      if (existsSync(join(folder, file))) cpSync(join(folder, file), join(target, file), { recursive: true })
  })
  for (const table of tables) {
    const parts = join(frozen, relative(join(folder, 'engine'), table.path))
    // A table without rows has no parts to freeze.
    if (existsSync(parts)) renameSync(parts, join(target, 'tables', table.name))
  }
  rmSync(frozen, { recursive: true, force: true })
  writeManifest(target, {
    schema: (await readVersion(engine)) ?? FIRST_VERSION,
    tables: tables.map((table) => ({
      name: table.name,
      create: table.create,
      rows: countRows(join(target, 'tables', table.name)),
    })),
    views: views.map(({ name: view, create }) => ({ name: view, create })),
  })
}

export function deleteSnapshot(folder: string): void {
  rmSync(snapshotFolder(folder), { recursive: true, force: true })
}

/** Every part has a file with the number of its rows. */
function countRows(folder: string): number {
  if (!existsSync(folder)) return 0
  return readdirSync(folder).reduce(
    (sum, part) => sum + Number(readFileSync(join(folder, part, 'count.txt'), 'utf8')),
    0,
  )
}
