// Brings the tables to the version that this program knows. Version 1 is the `.sql` files beside this one; a
// later version is a file as `migrations/002_….sql`. Files are added, never changed.
import { join } from 'node:path'
import { readDefinitions, readStatements, sqlFiles, type DefinitionValues } from './definitions.ts'
import { createDistributedTables, isReplicated, localName, localStatement } from './distributed.ts'
import type { Config } from '../../config.ts'
import type { Engine } from '../engine/engine.ts'
import { StartupError } from '../../../server/startup-error.ts'
import { setPartLifetime } from './part-lifetime.ts'
import { TABLES } from './tables.ts'

const MIGRATIONS = join(import.meta.dirname, 'migrations')

/** The statements of one version. All of them run again if a crash cut them short. */
type Version = { version: number; statements: string[] }

/** `migrations`: a folder of versions from 2 on. */
export async function applySchema(engine: Engine, config: Config, migrations = MIGRATIONS): Promise<void> {
  const versions = readVersions(migrations, {
    replicated: (await isReplicated(engine)) ? 'Replicated' : '',
    retentionDays: String(config.retentionDays),
  })
  const latest = versions.at(-1)?.version ?? 0
  const current = await currentVersion(engine)
  if (current > latest)
    throw new StartupError(
      `The store's tables are of version ${current}, newer than version ${latest} that this program knows: ` +
        'start the newer program, or set DATA_DIR (or CLICKHOUSE_URL) to other data; nothing was changed.',
    )
  const local = (table: string): string => localName(table, config.cluster)
  for (const { version, statements } of versions) {
    if (version <= current) continue
    for (const sql of statements) await engine.command(localStatement(sql, config.cluster))
    await engine.command(`INSERT INTO ${local('schema_version')} (Version) VALUES (${version})`)
  }
  if (config.cluster !== null && current < latest) await createDistributedTables(engine, config.cluster)
  if (current > 0) await setRetention(engine, config.retentionDays, local)
  if (config.fsync) await setFsync(engine, local)
  if (engine.kind === 'embedded') await setPartLifetime(engine)
}

function readVersions(migrations: string, values: DefinitionValues): Version[] {
  return [
    { version: 1, statements: readDefinitions(values).map(({ sql }) => sql) },
    ...sqlFiles(migrations).map((file) => ({
      version: Number.parseInt(file.slice(migrations.length + 1), 10),
      statements: readStatements(file, values),
    })),
  ]
}

async function currentVersion(engine: Engine): Promise<number> {
  const [tables] = await engine.query<{ count: number }>(
    `SELECT count() AS count FROM system.tables
     WHERE database = currentDatabase() AND name = 'schema_version'`,
  )
  if (!tables?.count) return 0
  const [row] = await engine.query<{ version: number }>('SELECT max(Version) AS version FROM schema_version')
  return row?.version ?? 0
}

/** RETENTION_DAYS may differ from the value that the tables were created with. */
async function setRetention(engine: Engine, days: number, local: (table: string) => string): Promise<void> {
  const definitions = await engine.query<{ name: string; sql: string }>(
    'SELECT name, create_table_query AS sql FROM system.tables WHERE database = currentDatabase()',
  )
  for (const { name, ageColumn } of TABLES) {
    const definition = definitions.find((table) => table.name === local(name))
    if (!ageColumn || !definition || definition.sql.includes(`toIntervalDay(${days})`)) continue
    await engine.command(
      `ALTER TABLE ${local(name)} MODIFY TTL toDateTime(${ageColumn}) + toIntervalDay(${days})`,
    )
  }
}

/** Each part of a table is on the disk before its insert is answered. */
async function setFsync(engine: Engine, local: (table: string) => string): Promise<void> {
  const rows = await engine.query<{ name: string }>(
    `SELECT name FROM system.tables
     WHERE database = currentDatabase() AND create_table_query LIKE '%fsync_after_insert = 1%'`,
  )
  const existing = new Set(rows.map(({ name }) => name))
  for (const name of TABLES.map((table) => local(table.name)))
    if (!existing.has(name))
      await engine.command(
        `ALTER TABLE ${name} MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1`,
      )
}
