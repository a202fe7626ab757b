// The schema: what the `.sql` files create, and the migrations that bring existing tables there. It has one
// owner: a start, verify, repair, copy, backup and restore all read this.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The version of a database without migrations. Stores of versions that neither this nor a migration
 * has were made before the first release, and are refused.
 */
export const FIRST_VERSION = 2

/** Values for `${…}` in the files. */
export type SchemaValues = { replicated: '' | 'Replicated'; retentionDays: number }

export type Definition = {
  name: string
  sql: (values: SchemaValues) => string
  /** Of a materialized view: the table that it fills, and its SELECT. */
  view: { target: string; query: string } | null
}

export type Table = {
  name: string
  /** Of a nested column, its first part. */
  columns: string[]
  /** What decides to which shard of a cluster a row goes: a repeated row must reach the same shard again. */
  shardKey: string
  /** The column of RETENTION_DAYS. Such a table has a partition per day, which STORE_LIMIT may drop. */
  ageColumn: string | null
}

/** All statements of a migration run again if a crash interrupted it. */
export type Migration = { version: number; statements: ((values: SchemaValues) => string)[] }

export type Schema = {
  /** The version of new tables and of the last migration. */
  version: number
  /** The tables first: a view reads their columns. */
  definitions: Definition[]
  tables: Table[]
  migrations: Migration[]
}

const CREATE =
  /^CREATE (?:TABLE|MATERIALIZED VIEW) IF NOT EXISTS (?<name>\w+)(?: TO (?<target>\w+) AS\n(?<query>[^]*))?/m

/** Not where the table has the columns of another one. */
const COLUMN_LIST = /NOT EXISTS \w+ \((?<list>[^]*)/

/** Not in a comment. */
const END_OF_STATEMENT = /(?<!^--.*);\n/m

/** Above the statement of each table. */
const SHARD_KEY = /^-- Shard key: (.+)$/m

const AGE_COLUMN = /\bTTL toDateTime\((\w+)\) \+ toIntervalDay\(\$\{retentionDays\}\)/

/** `folder`: has a `.sql` file for each table with its views, and migrations as `migrations/100-….sql`. */
export function readSchema(folder: string): Schema {
  const statements = sqlFiles(folder).flatMap((name) => readStatements(join(folder, name)))
  const migrations = sqlFiles(join(folder, 'migrations')).map((name) => ({
    version: Number.parseInt(name, 10),
    statements: readStatements(join(folder, 'migrations', name)).map(withValues),
  }))
  return {
    version: migrations.at(-1)?.version ?? FIRST_VERSION,
    definitions: statements
      .map(toDefinition)
      .toSorted((a, b) => Number(a.view !== null) - Number(b.view !== null)),
    tables: statements.flatMap(toTable),
    migrations,
  }
}

/** The schema of this program. */
export const SCHEMA = readSchema(import.meta.dirname)

/** The tables that STORE_LIMIT may drop a day of. */
export const DAILY_TABLES = SCHEMA.tables.flatMap(({ name, ageColumn }) => (ageColumn === null ? [] : name))

/** STORE_LIMIT drops their days first. SNAPSHOT_DAYS is their TTL. */
export const SNAPSHOT_TABLES = ['snapshots', 'snapshot_contents']

function sqlFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
}

function readStatements(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split(END_OF_STATEMENT)
    .filter((sql) => sql.trim() !== '')
}

function withValues(sql: string): (values: SchemaValues) => string {
  return (values) =>
    sql.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => String(values[name as keyof SchemaValues]))
}

function toDefinition(statement: string): Definition {
  const { name = '', target, query } = CREATE.exec(statement)?.groups ?? {}
  return { name, sql: withValues(statement), view: target && query ? { target, query } : null }
}

function toTable(statement: string): Table[] {
  const { name = '', target } = CREATE.exec(statement)?.groups ?? {}
  if (target) return []
  const shardKey = SHARD_KEY.exec(statement)?.[1]
  if (shardKey === undefined) throw new TypeError(`The statement of the table ${name} has no shard key.`)
  return [
    { name, columns: columnsOf(statement), shardKey, ageColumn: AGE_COLUMN.exec(statement)?.[1] ?? null },
  ]
}

/** Empty where the table has the columns of another one. */
function columnsOf(statement: string): string[] {
  let list = COLUMN_LIST.exec(statement)?.groups?.['list'] ?? ')'
  // Types and expressions, from the innermost brackets outwards.
  for (let outer = ''; outer !== list; list = list.replaceAll(/\([^()]*\)/g, '')) outer = list
  const names = list
    .slice(0, list.indexOf(')'))
    .split(',')
    .map((column) => column.trim().split(/\s/, 1)[0]!)
  return names.filter((name) => name !== '' && name !== 'INDEX')
}
