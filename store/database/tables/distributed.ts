// The same tables on several shards: each shard has tables and views whose names end in `_local`; the plain
// names are `Distributed` over all shards, so that Grafana and HyperDX read the same names everywhere.
import type { Engine } from '../engine/engine.ts'
import { SCHEMA } from './schema.ts'

/** The name of a table on one shard; `cluster` null: no cluster. */
export function localName(table: string, cluster: string | null): string {
  return cluster === null ? table : `${table}_local`
}

/** A statement of a `.sql` file, about the tables of one shard. */
export function localStatement(sql: string, cluster: string | null, { tables } = SCHEMA): string {
  if (cluster === null) return sql
  // Not a part of the name of an attribute, such as errata.feedback.text.
  const names = new RegExp(String.raw`(?<!\.)\b(?:${tables.map(({ name }) => name).join('|')})\b`, 'g')
  return sql.replaceAll(names, (name) => localName(name, cluster))
}

/** Creates the plain names over all shards, or replaces them where the tables of the shards have changed. */
export async function createDistributedTables(
  engine: Engine,
  cluster: string,
  { tables } = SCHEMA,
): Promise<void> {
  for (const { name, shardKey } of tables) {
    const local = localName(name, cluster)
    await engine.command(
      `CREATE OR REPLACE TABLE ${name} AS ${local}
       ENGINE = Distributed('${cluster}', currentDatabase(), '${local}', ${shardKey})`,
    )
  }
}

/** A Replicated database sends every statement to all servers; its tables must be replicated too. */
export async function isReplicated(engine: Engine): Promise<boolean> {
  const [database] = await engine.query<{ engine: string }>(
    'SELECT engine FROM system.databases WHERE name = currentDatabase()',
  )
  return database?.engine === 'Replicated'
}
