// Fills an empty store from a backup. A start then upgrades tables of an older version.
import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { queryNumber, type Engine } from '../engine/engine.ts'
import { isDiskFull } from '../engine/errors.ts'
import { openEngine } from '../engine/open.ts'
import { DELETIONS_FILE, isJournalEmpty, makeWritable } from '../folder.ts'
import { beginRestore, endRestore, isHalfRestored } from '../restore-marker.ts'
import { StartupError } from '../../../server/startup-error.ts'
import { refuseOtherVersion } from '../tables/apply-schema.ts'
import { SCHEMA } from '../tables/schema.ts'
import { hasParts, readTables } from '../tables/system-tables.ts'
import { onServer } from './backup.ts'
import { readManifest, type Manifest } from './manifest.ts'

const OTHER_FILES = new Set(['tables', 'backup.json'])

/** A newer list of deletions that is in the folder of the store stays there. */
export async function restore(config: Config, source: string, schema = SCHEMA): Promise<Manifest> {
  if (config.clickhouseUrl !== null) throw onServer('restored', 'RESTORE DATABASE … FROM')
  const manifest = readManifest(source)
  refuseOtherVersion(manifest.schema, schema)
  const { folder } = config
  makeWritable(folder)
  const isRepeated = isHalfRestored(folder)
  const engine = await openEngine(config)
  try {
    if (!isRepeated && (!isJournalEmpty(folder) || (await countRows(engine)) > 0))
      throw new StartupError(
        `The store in ${folder} already has data: set DATA_DIR to a new folder, or move that one away.`,
      )
    beginRestore(folder, source)
    await fillTables(engine, manifest, join(source, 'tables'))
    for (const name of readdirSync(source))
      if (!OTHER_FILES.has(name) && !(name === DELETIONS_FILE && existsSync(join(folder, name))))
        cpSync(join(source, name), join(folder, name), { recursive: true })
    endRestore(folder, { backup: manifest.at, source })
  } catch (error) {
    if (!isDiskFull(error)) throw error
    throw new StartupError(
      `There is not enough space for the backup in ${folder}: ` +
        'free some and restore again, or set DATA_DIR to another disk.',
    )
  } finally {
    await engine.close()
  }
  return manifest
}

async function fillTables(engine: Engine, { tables, views }: Manifest, source: string): Promise<void> {
  const present = await readTables(engine)
  // The views first: each names tables.
  for (const { name } of present.toSorted((a, b) => Number(hasParts(a)) - Number(hasParts(b))))
    await engine.command(`DROP TABLE ${name} SYNC`)
  // Merges would change the number of rows, which is compared below.
  await engine.command('SYSTEM STOP MERGES')
  for (const { name, create } of tables) {
    await engine.command(create)
    await attachParts(engine, name, join(source, name))
  }
  for (const { create } of views) await engine.command(create)
  for (const { name, rows } of tables) {
    const restored = await countRows(engine, name)
    if (restored !== rows)
      throw new StartupError(
        `The backup's table ${name} should have ${rows} rows and has ${restored}: ` +
          'the copy is damaged: use another backup.',
      )
  }
}

async function attachParts(engine: Engine, table: string, source: string): Promise<void> {
  if (!existsSync(source)) return
  const { path } = (await readTables(engine)).find(({ name }) => name === table)!
  cpSync(source, join(path, 'detached'), { recursive: true })
  try {
    for (const part of readdirSync(source))
      await engine.command(`ALTER TABLE ${table} ATTACH PART '${part.replaceAll(/[^\w-]/g, '')}'`)
    // ATTACH reads the description of a part, CHECK its data.
    const [check] = await engine.query<{ result: number }>(
      `CHECK TABLE ${table} SETTINGS check_query_single_value_result = 1, max_execution_time = 0`,
    )
    if (check?.result === 1) return
  } catch (error) {
    if (isDiskFull(error)) throw error
  }
  throw new StartupError(
    `The backup's table ${table} cannot be read completely: the copy is damaged: use another backup.`,
  )
}

/** Rows of one table; without one, of all tables with data. */
function countRows(engine: Engine, table = ''): Promise<number> {
  return queryNumber(
    engine,
    `SELECT sum(rows) AS value FROM system.parts WHERE database = currentDatabase() AND active
       AND if({table:String} = '', table != 'schema_version', table = {table:String})`,
    { table },
  )
}
