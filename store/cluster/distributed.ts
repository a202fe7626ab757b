// The same tables on several shards: each shard has them under names with `_local`, with the views between them, and the plain names are
// `Distributed` over all shards. So every question, Grafana and HyperDX read the same names as on one server.
import type { Engine } from '../engine/engine.ts'

/**
 * The tables, each with what decides which shard a row goes to. What is sent again must come to the shard that knows it from before, so
 * nothing is left to chance; a trace is on one shard. Tables that only views fill are filled where their source is.
 */
const SHARDED: Record<string, string> = {
  schema_version: 'Version',
  otel_traces: 'cityHash64(TraceId)',
  otel_traces_trace_id_ts: 'cityHash64(TraceId)',
  otel_logs: 'cityHash64(TraceId, Timestamp)',
  exceptions: 'cityHash64(IssueId)',
  issues: 'cityHash64(IssueId)',
  issue_changes: 'cityHash64(IssueId)',
  issue_notes: 'cityHash64(IssueId)',
  issue_merges: 'cityHash64(Fingerprint)',
  operations: 'cityHash64(SpanName)',
  operations_days: 'cityHash64(SpanName)',
  span_hours: 'cityHash64(SpanName)',
  trace_summaries: 'cityHash64(TraceId)',
  trace_people: 'cityHash64(TraceId)',
  releases: 'cityHash64(Release)',
  web_vitals: 'cityHash64(Name)',
}

/** Sub-questions are answered once and sent to all shards; an insert is answered when it is in, not when it is on its way. */
export const CLUSTER_SETTINGS = {
  distributed_product_mode: 'global',
  distributed_foreground_insert: 1,
} as const

export function localName(table: string, cluster: string | null): string {
  return cluster === null ? table : `${table}_local`
}

/** A statement of a table file, about the tables of one shard. */
export function localStatement(sql: string, cluster: string | null): string {
  if (cluster === null) return sql
  return sql.replaceAll(NAMES, (name) => localName(name, cluster))
}

const NAMES = new RegExp(String.raw`\b(?:${Object.keys(SHARDED).join('|')})\b`, 'g')

/** Makes the plain names over all shards, or makes them anew where the tables of the shards have changed. */
export async function distribute(engine: Engine, cluster: string): Promise<void> {
  for (const [table, key] of Object.entries(SHARDED))
    await engine.run(
      `CREATE OR REPLACE TABLE ${table} AS ${localName(table, cluster)} ENGINE = Distributed('${cluster}', currentDatabase(), '${localName(table, cluster)}', ${key})`,
    )
}

/** A database of engine Replicated hands every statement to all servers, and its tables are to be replicated as well. */
export async function replicates(engine: Engine): Promise<boolean> {
  const [database] = await engine.ask<{ engine: string }>(
    'SELECT engine FROM system.databases WHERE name = currentDatabase()',
  )
  return database?.engine === 'Replicated'
}
