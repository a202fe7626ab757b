// Copies all rows from one engine to another one without rows.
import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { queryNumber, type Engine } from '../engine/engine.ts'
import { StartupError } from '../../../server/startup-error.ts'
import { isReplicated, localName, localStatement } from '../tables/distributed.ts'
import { applySchema, requireCurrentVersion } from '../tables/apply-schema.ts'
import { SCHEMA, type Schema } from '../tables/schema.ts'
import { beginCopy, endCopy, isHalfCopied, refuseHalfCopied } from './copy-marker.ts'
import { readColumns, readTables } from '../tables/system-tables.ts'

/** Some 20 MB of spans: a block of the target's insert, and what this process has in memory. */
const ROWS_PER_INSERT = 20_000

/** `folder`: for a file with the rows of one insert. */
type CopyOptions = {
  source: Engine
  target: Engine
  targetConfig: Config
  folder: string
  schema?: Schema
}

/** Returns the number of rows. Throws a `StartupError` if it cannot copy from the source or to the target. */
export async function copyTables(options: CopyOptions): Promise<number> {
  const { source, target, targetConfig, folder, schema = SCHEMA } = options
  const tables = schema.tables.map(({ name }) => name).filter((name) => name !== 'schema_version')
  await requireStore(source, tables)
  await requireCurrentVersion(source, schema)
  await applySchema(target, targetConfig, schema)
  const { cluster, retentionDays } = targetConfig
  if (await isHalfCopied(target)) await empty(target, tables, cluster)
  else await requireEmpty(target, tables)
  const replicated = (await isReplicated(target)) ? 'Replicated' : ''
  await beginCopy(target, replicated)
  const views = schema.definitions.filter(({ view }) => view !== null)
  // Rows that they would write are copied as well.
  for (const { name } of views) await target.command(`DROP VIEW IF EXISTS ${name}`)
  const file = join(folder, 'copied-rows')
  let total = 0
  try {
    for (const table of tables) total += await copyTable(table, { source, target, file })
  } finally {
    rmSync(file, { force: true })
  }
  for (const { sql } of views)
    await target.command(localStatement(sql({ replicated, retentionDays }), cluster, schema))
  await endCopy(target)
  return total
}

/** Of a copy that did not end. */
async function empty(target: Engine, tables: string[], cluster: string | null): Promise<void> {
  for (const table of tables) await target.command(`TRUNCATE TABLE ${localName(table, cluster)} SYNC`)
}

type Copy = { source: Engine; target: Engine; file: string }

async function copyTable(table: string, { source, target, file }: Copy): Promise<number> {
  const columns = await readColumns(source, table)
  const names = columns.map((name) => `\`${name}\``).join(', ')
  // A part that is merged while it is read would be read twice, or not at all.
  await source.command(`SYSTEM STOP MERGES ${table}`)
  try {
    const parts = await source.query<{ name: string; rows: number }>(
      `SELECT name, rows FROM system.parts
       WHERE database = currentDatabase() AND table = {table:String} AND active AND rows > 0 ORDER BY name`,
      { table },
    )
    for (const { name, rows } of parts)
      for (let start = 0; start < rows; start += ROWS_PER_INSERT) {
        const bytes = await source.queryBytes(
          'RowBinary',
          `SELECT ${names} FROM ${table} WHERE _part = {name:String} AND _part_offset >= {start:UInt64}
             AND _part_offset < {end:UInt64}`,
          { name, start, end: start + ROWS_PER_INSERT },
        )
        writeFileSync(file, bytes)
        await target.insertFile({ table, columns, file, token: randomUUID() })
      }
    return parts.reduce((sum, { rows }) => sum + rows, 0)
  } finally {
    await source.command(`SYSTEM START MERGES ${table}`)
  }
}

async function requireStore(source: Engine, names: string[]): Promise<void> {
  await refuseHalfCopied(source)
  const tables = await readTables(source)
  const missing = names.filter((name) => !tables.some((table) => table.name === name))
  if (missing.length > 0)
    throw new StartupError(
      `The source has no table ${missing[0]}: it is not a store, or of an older version. ` +
        'Start the store on it once.',
    )
  if (tables.some(({ engine }) => engine === 'Distributed'))
    throw new StartupError('A cluster of several shards is copied with BACKUP and RESTORE of ClickHouse.')
}

async function requireEmpty(target: Engine, tables: string[]): Promise<void> {
  for (const table of tables) {
    if ((await queryNumber(target, `SELECT count() AS value FROM ${table}`)) > 0)
      throw new StartupError(
        `The target has rows in ${table}: a copy needs a new DATA_DIR or an empty database.`,
      )
  }
}
