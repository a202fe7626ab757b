// A copy of what the store holds at one instant, beside the engine. The engine's parts never change once written, so the copy is made
// of links to them: it takes milliseconds whatever their size, and no disk until the originals are merged away.
import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Engine } from '../engine/engine.ts'
import type { Group } from '../receive/group.ts'
import { writeManifest } from './manifest.ts'

/** What is known to be in already, and what never could be taken. */
const BESIDE = ['received', 'received.old', 'refused']

type Kept = { name: string; paths: string[]; engine: string; definition: string }

export const snapshotOf = (folder: string): string => join(folder, 'snapshot')

/** Takes the place of the former one. Returns when it is whole. */
export async function takeSnapshot({
  engine,
  group,
  folder,
}: {
  engine: Engine
  group: Group
  folder: string
}): Promise<void> {
  const place = snapshotOf(folder)
  // Letters and digits alone: the engine writes others as %2D and the like in its folder's name.
  const name = `errata${randomUUID().replaceAll('-', '')}`
  const frozen = join(folder, 'engine', 'shadow', name)
  rmSync(place, { recursive: true, force: true })
  mkdirSync(join(place, 'tables'), { recursive: true })
  const kept = await engine.query<Kept>(
    `SELECT name, data_paths AS paths, engine, create_table_query AS definition FROM system.tables WHERE database = currentDatabase() ORDER BY name`,
  )
  const tables = kept.filter((one) => one.engine.endsWith('MergeTree'))
  await group.exclusive(async () => {
    for (const table of tables) await engine.command(`ALTER TABLE ${table.name} FREEZE WITH NAME '${name}'`)
    for (const file of BESIDE)
      if (existsSync(join(folder, file))) cpSync(join(folder, file), join(place, file), { recursive: true })
  })
  for (const table of tables) {
    const parts = join(frozen, relative(join(folder, 'engine'), table.paths[0] ?? ''))
    // A table without rows has no parts to freeze.
    if (existsSync(parts)) renameSync(parts, join(place, 'tables', table.name))
  }
  rmSync(frozen, { recursive: true, force: true })
  writeManifest(place, {
    tables: tables.map((table) => ({
      name: table.name,
      create: table.definition,
      rows: rowsIn(join(place, 'tables', table.name)),
    })),
    views: kept
      .filter((one) => one.engine === 'MaterializedView')
      .map((view) => ({ name: view.name, create: view.definition })),
  })
}

export function dropSnapshot(folder: string): void {
  rmSync(snapshotOf(folder), { recursive: true, force: true })
}

/** Every part says in a file of its own how many rows it has. */
function rowsIn(folder: string): number {
  if (!existsSync(folder)) return 0
  return readdirSync(folder).reduce(
    (sum, part) => sum + Number(readFileSync(join(folder, part, 'count.txt'), 'utf8')),
    0,
  )
}
