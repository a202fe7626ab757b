// Creates the tables of a new store, and migrates the tables of an older one.
import type { Config } from '../../config.ts'
import { queryNumber, type Engine } from '../engine/engine.ts'
import { StartupError } from '../../../server/startup-error.ts'
import { createDistributedTables, isReplicated, localName, localStatement } from './distributed.ts'
import { hasParts, readAllColumns, readTables } from './system-tables.ts'
import { FIRST_VERSION, SCHEMA, type Schema, type SchemaValues } from './schema.ts'

/**
 * Parts that were merged stay on the disk this long: they replace the result of a merge that met a full
 * disk, which is found within seconds. The embedded engine's default is 0. Each second takes space, a
 * megabyte and more while data arrives.
 */
export const PART_LIFETIME_SECONDS = 30

export async function applySchema(engine: Engine, config: Config, schema = SCHEMA): Promise<void> {
  const current = await readVersion(engine)
  if (current !== null) refuseOtherVersion(current, schema)
  if (current !== schema.version) await upgrade({ engine, config, schema, current })
  await requireColumns(engine, config, schema)
  await setRetention(engine, config, schema)
  if (config.fsync) await setFsync(engine, config, schema)
  if (engine.kind === 'embedded') await setPartLifetime(engine)
}

/** Throws a `StartupError` where the tables are not of this program's version. */
export async function requireCurrentVersion(engine: Engine, schema = SCHEMA): Promise<void> {
  const current = await readVersion(engine)
  // Without a version, tables are missing or damaged.
  if (current === null || current === schema.version) return
  refuseOtherVersion(current, schema)
  throw new StartupError(
    `The tables have schema ${current}, and this version needs schema ${schema.version}: ` +
      'start the store once, which upgrades them.',
  )
}

/** Null: there are no tables, or a crash or damage left no version. */
export async function readVersion(engine: Engine): Promise<number | null> {
  const tables = await readTables(engine)
  if (!tables.some(({ name }) => name === 'schema_version')) return null
  return (await queryNumber(engine, 'SELECT max(Version) AS value FROM schema_version')) || null
}

/** Throws a `StartupError` where tables of the version `current` cannot be upgraded to this schema. */
export function refuseOtherVersion(current: number, { version, migrations }: Schema): void {
  if (current > version)
    throw new StartupError(
      `The tables have schema ${current}, and this version only knows schemas up to ${version}: ` +
        'start the newer version, or set DATA_DIR (or CLICKHOUSE_URL) to other data. Nothing was changed.',
    )
  if (current !== FIRST_VERSION && migrations.every((migration) => migration.version !== current))
    throw new StartupError(
      `The tables have schema ${current}, which is older than the first release and cannot be upgraded: ` +
        'set DATA_DIR to a new folder (or CLICKHOUSE_URL to a new database). Nothing was changed.',
    )
}

type Upgrade = { engine: Engine; config: Config; schema: Schema; current: number | null }

/** Every statement may run twice: after a crash in the middle, the next start begins again. */
async function upgrade({ engine, config, schema, current }: Upgrade): Promise<void> {
  const { cluster, retentionDays } = config
  const replicated = (await isReplicated(engine)) ? 'Replicated' : ''
  const values: SchemaValues = { replicated, retentionDays }
  const run = (sql: string): Promise<void> => engine.command(localStatement(sql, cluster, schema))
  const spans = localName('otel_traces', cluster)
  const isNew = (await readTables(engine)).every(({ name }) => name !== spans)
  const migrations = isNew ? [] : schema.migrations.filter(({ version }) => version > (current ?? 0))
  for (const { sql, view } of schema.definitions) if (view === null) await run(sql(values))
  for (const { statements } of migrations) for (const sql of statements) await run(sql(values))
  for (const { name, sql, view } of schema.definitions) {
    if (view === null) continue
    // A view has no rows: the new one replaces it, whatever has changed.
    if (!isNew) await run(`DROP VIEW IF EXISTS ${name}`)
    await run(sql(values))
  }
  await run(`INSERT INTO schema_version (Version) VALUES (${schema.version})`)
  if (cluster !== null) await createDistributedTables(engine, cluster, schema)
}

/** A build between two releases may have made other tables of the same version. */
async function requireColumns(engine: Engine, { cluster }: Config, { tables }: Schema): Promise<void> {
  const columns = await readAllColumns(engine)
  for (const table of tables) {
    const stored = columns.get(localName(table.name, cluster))
    const missing = table.columns.find((name) => stored && !stored.has(name))
    if (missing !== undefined)
      throw new StartupError(
        `The table ${table.name} has no column ${missing}: another build made it, whose data cannot be ` +
          'upgraded. Set DATA_DIR to a new folder (or CLICKHOUSE_URL to a new database).',
      )
  }
}

/** RETENTION_DAYS may differ from the value that the tables were created with. */
async function setRetention(engine: Engine, { retentionDays, cluster }: Config, schema: Schema) {
  const stored = await readTables(engine)
  for (const { name, ageColumn } of schema.tables) {
    const local = localName(name, cluster)
    const table = stored.find((candidate) => candidate.name === local)
    if (!ageColumn || !table || table.create.includes(`toIntervalDay(${retentionDays})`)) continue
    await engine.command(
      `ALTER TABLE ${local} MODIFY TTL toDateTime(${ageColumn}) + toIntervalDay(${retentionDays})`,
    )
  }
}

/** Each part of a table is on the disk before its insert is answered. */
async function setFsync(engine: Engine, { cluster }: Config, schema: Schema): Promise<void> {
  const names = new Set(schema.tables.map((table) => localName(table.name, cluster)))
  for (const { name, create } of await readTables(engine))
    if (names.has(name) && !create.includes('fsync_after_insert = 1'))
      await engine.command(
        `ALTER TABLE ${name} MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1`,
      )
}

async function setPartLifetime(engine: Engine): Promise<void> {
  const setting = `old_parts_lifetime = ${PART_LIFETIME_SECONDS}`
  for (const table of await readTables(engine))
    if (hasParts(table) && !table.create.includes(setting))
      await engine.command(`ALTER TABLE ${table.name} MODIFY SETTING ${setting}`)
}
