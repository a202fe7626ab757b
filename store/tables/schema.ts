// Brings the tables to the version that this code knows. The number of a file is the version it makes; files only ever get added.
import { readdirSync, readFileSync } from 'node:fs'
import { distribute, localName, localStatement, replicates } from '../cluster/distributed.ts'
import type { Config } from '../config.ts'
import type { Engine } from '../engine/engine.ts'
import { Unstartable } from '../unstartable.ts'

/** Tables whose rows retention lets go, each with the column that says how old they are. */
const KEPT_FOR_RETENTION = {
  otel_traces: 'Timestamp',
  otel_traces_trace_id_ts: 'Start',
  otel_logs: 'Timestamp',
  exceptions: 'Timestamp',
  span_hours: 'Hour',
  trace_summaries: 'Start',
  trace_people: 'Last',
}

/** Tables that the road of an occurrence writes to. With STORE_FSYNC each part of theirs is on the disk before it counts. */
const WRITTEN = [
  ...Object.keys(KEPT_FOR_RETENTION),
  'issues',
  'issue_changes',
  'issue_merges',
  'issue_notes',
  'operations',
  'operations_days',
  'releases',
  'web_vitals',
]

/** What a file says. Should it be cut short by a crash, all of it is run again. */
type Version = { version: number; statements: string[] }

export async function applySchema(engine: Engine, config: Config): Promise<void> {
  const versions = readVersions(config, await replicates(engine))
  const local = (table: string): string => localName(table, config.cluster)
  const known = versions.at(-1)?.version ?? 0
  const current = await currentVersion(engine)
  if (current > known)
    throw new Unstartable(
      `The store's tables are of version ${current}, newer than version ${known} that this program knows: start the newer program, or set DATA_DIR (or CLICKHOUSE_URL) to other data; nothing was changed.`,
    )
  for (const { version, statements } of versions) {
    if (version <= current) continue
    for (const sql of statements) await engine.run(sql)
    await engine.run(`INSERT INTO ${local('schema_version')} (Version) VALUES (${version})`)
  }
  if (config.cluster !== null && current < known) await distribute(engine, config.cluster)
  if (current > 0) await keepFor(engine, config.retentionDays, local)
  if (config.fsync)
    for (const table of WRITTEN)
      await engine.run(
        `ALTER TABLE ${local(table)} MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1`,
      )
}

function readVersions(config: Config, replicated: boolean): Version[] {
  const values: Record<string, string> = {
    replicated: replicated ? 'Replicated' : '',
    retentionDays: String(config.retentionDays),
  }
  return readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({
      version: Number.parseInt(name, 10),
      statements: readFileSync(new URL(name, import.meta.url), 'utf8')
        .replaceAll(/\$\{(\w+)\}/g, (_, key: string) => values[key] ?? '')
        .split(/;\n/)
        .map((sql) => localStatement(sql, config.cluster)),
    }))
}

async function currentVersion(engine: Engine): Promise<number> {
  const tables = await engine.ask<{ found: number }>(
    `SELECT count() AS found FROM system.tables WHERE database = currentDatabase() AND name = 'schema_version'`,
  )
  if (!tables[0]?.found) return 0
  const rows = await engine.ask<{ version: number }>('SELECT max(Version) AS version FROM schema_version')
  return rows[0]?.version ?? 0
}

/** RETENTION_DAYS may have changed since the tables were made. */
async function keepFor(engine: Engine, days: number, local: (table: string) => string): Promise<void> {
  const tables = await engine.ask<{ name: string; definition: string }>(
    `SELECT name, create_table_query AS definition FROM system.tables WHERE database = currentDatabase() AND name IN {names:Array(String)}`,
    { names: Object.keys(KEPT_FOR_RETENTION).map(local) },
  )
  for (const [table, column] of Object.entries(KEPT_FOR_RETENTION)) {
    const name = local(table)
    const known = tables.find((found) => found.name === name)
    if (!known || known.definition.includes(`toIntervalDay(${days})`)) continue
    await engine.run(`ALTER TABLE ${name} MODIFY TTL toDateTime(${column}) + toIntervalDay(${days})`)
  }
}
