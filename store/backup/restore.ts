// `npm run restore -- FOLDER`: a store out of a backup, where there is none yet.
import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Engine } from '../engine/engine.ts'
import { openEngine } from '../engine/open.ts'
import { makeWritable } from '../folder.ts'
import { isDiskFull } from '../engine/errors.ts'
import { StartupError } from '../../settings/startup-error.ts'
import { onServer } from './backup.ts'
import { readManifest, type Manifest } from './manifest.ts'
import { beginRestore, endRestore, isHalfRestored } from './restoring.ts'

export async function restore(config: Config, from: string): Promise<Manifest> {
  if (config.clickhouseUrl !== null) throw onServer('restored', 'RESTORE DATABASE … FROM')
  const manifest = readManifest(from)
  makeWritable(config.folder)
  const again = isHalfRestored(config.folder)
  const engine = await openEngine(config)
  try {
    if (!again && (existsSync(join(config.folder, 'intent')) || (await rowsOf(engine)) > 0))
      throw holdsData(config.folder)
    beginRestore(config.folder, from)
    await fill(engine, manifest, join(from, 'tables'))
    for (const name of readdirSync(from))
      if (name !== 'tables' && name !== 'backup.json')
        cpSync(join(from, name), join(config.folder, name), { recursive: true })
    endRestore(config.folder)
  } catch (error) {
    if (!isDiskFull(error)) throw error
    throw new StartupError(
      `There is no room for the backup in ${config.folder}: make some and restore again, or set DATA_DIR to another disk.`,
    )
  } finally {
    await engine.close()
  }
  return manifest
}

async function fill(engine: Engine, { tables, views }: Manifest, from: string): Promise<void> {
  const present = await engine.query<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY engine = 'MaterializedView' DESC`,
  )
  for (const { name } of present) await engine.command(`DROP TABLE ${name} SYNC`)
  // Counted below, before anything is merged into less.
  await engine.command('SYSTEM STOP MERGES')
  for (const { name, create } of tables) {
    await engine.command(create)
    await attach(engine, name, join(from, name))
  }
  for (const { create } of views) await engine.command(create)
  for (const { name, rows } of tables) {
    const found = await rowsOf(engine, name)
    if (found !== rows)
      throw new StartupError(
        `The backup's table ${name} should have ${rows} rows and has ${found}: the copy is damaged, take another.`,
      )
  }
}

async function attach(engine: Engine, table: string, from: string): Promise<void> {
  if (!existsSync(from)) return
  const [place] = await engine.query<{ path: string }>(
    'SELECT arrayElement(data_paths, 1) AS path FROM system.tables WHERE database = currentDatabase() AND name = {table:String}',
    { table },
  )
  const detached = join(place?.path ?? '', 'detached')
  cpSync(from, detached, { recursive: true })
  try {
    for (const part of readdirSync(from))
      await engine.command(`ALTER TABLE ${table} ATTACH PART '${part.replaceAll(/[^\w-]/g, '')}'`)
    // A part is attached by its description alone; this reads what it describes.
    const [checked] = await engine.query<{ result: number }>(
      `CHECK TABLE ${table} SETTINGS check_query_single_value_result = 1, max_execution_time = 0`,
    )
    if (checked?.result === 1) return
  } catch (error) {
    if (isDiskFull(error)) throw error
  }
  throw new StartupError(
    `The backup's table ${table} cannot be read whole: the copy is damaged, take another.`,
  )
}

/** Rows of one table, or of all that hold what came in. */
async function rowsOf(engine: Engine, table = ''): Promise<number> {
  const [answer] = await engine.query<{ rows: number }>(
    `SELECT sum(rows) AS rows FROM system.parts WHERE database = currentDatabase() AND active AND if({table:String} = '', table != 'schema_version', table = {table:String})`,
    { table },
  )
  return answer?.rows ?? 0
}

function holdsData(folder: string): StartupError {
  return new StartupError(
    `The store in ${folder} holds data already: set DATA_DIR to a new folder, or move that one away.`,
  )
}
