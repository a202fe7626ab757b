// What the engine knows of the tables: their definitions, their columns, and their size on the disk.
import { queryNumber, type Engine } from '../engine/engine.ts'
import { DAILY_TABLES } from './schema.ts'

/** `create`: its statement. `path`: of its parts, of the embedded engine. */
export type StoredTable = { name: string; engine: string; create: string; path: string }

/** With the views, in the order of the names. */
export function readTables(engine: Engine): Promise<StoredTable[]> {
  return engine.query<StoredTable>(
    `SELECT name, engine, create_table_query AS create, arrayElement(data_paths, 1) AS path
     FROM system.tables WHERE database = currentDatabase() ORDER BY name`,
  )
}

export function hasParts({ engine }: StoredTable): boolean {
  return engine.endsWith('MergeTree')
}

/** The names of those that an insert names: the engine computes the others. */
export async function readColumns(engine: Engine, table: string): Promise<string[]> {
  const columns = await engine.query<{ name: string }>(
    `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = {table:String}
       AND default_kind NOT IN ('ALIAS', 'MATERIALIZED', 'EPHEMERAL') ORDER BY position`,
    { table },
  )
  return columns.map(({ name }) => name)
}

/** By table: the names of its columns, of a nested column its first part. */
export async function readAllColumns(engine: Engine): Promise<Map<string, Set<string>>> {
  const rows = await engine.query<{ table: string; names: string[] }>(
    `SELECT table, groupUniqArray(splitByChar('.', name)[1]) AS names FROM system.columns
     WHERE database = currentDatabase() GROUP BY table`,
  )
  return new Map(rows.map(({ table, names }) => [table, new Set(names)]))
}

/** `day`: 2026-11-22. */
export type DayBytes = { day: string; bytes: number }

/** The oldest first. Parts without rows, which stay for a while where a day was dropped, do not count. */
export function readDayBytes(engine: Engine, tables = DAILY_TABLES): Promise<DayBytes[]> {
  return engine.query<DayBytes>(
    `SELECT partition AS day, sum(bytes_on_disk) AS bytes FROM system.parts
     WHERE database = currentDatabase() AND active AND rows > 0 AND table IN {tables:Array(String)}
     GROUP BY day ORDER BY day`,
    { tables },
  )
}

/** `table`: without the ending of a shard's own table. `partition`: as the engine writes it. */
export type Partition = { table: string; partition: string; rows: number; bytes: number }

/** Of a cluster, only of the server that answers. */
export async function readPartitions(engine: Engine): Promise<Partition[]> {
  const partitions = await engine.query<Partition>(
    `SELECT table, partition, sum(rows) AS rows, sum(bytes_on_disk) AS bytes
     FROM system.parts WHERE database = currentDatabase() AND active
     GROUP BY table, partition HAVING rows > 0`,
  )
  return partitions.map((each) => ({ ...each, table: each.table.replace(/_local$/, '') }))
}

/** Of source maps. */
export function readMapBytes(engine: Engine): Promise<number> {
  return queryNumber(
    engine,
    `SELECT sum(bytes_on_disk) AS value FROM system.parts
     WHERE database = currentDatabase() AND active AND table = 'source_maps'`,
  )
}
