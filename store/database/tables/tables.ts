// Every table of the store: retention, fsync settings and shards of a cluster follow from this list. The
// statement is in the `.sql` file of the same name (`operations_days` in `operations.sql`).

type Table = {
  name: string
  /** What decides to which shard of a cluster a row goes: a repeated row must reach the same shard again. */
  shardKey: string
  /** The column of RETENTION_DAYS. Such a table has a partition per day, which STORE_LIMIT may drop. */
  ageColumn?: string
}

export const TABLES: Table[] = [
  { name: 'schema_version', shardKey: 'Version' },
  // A trace is on one shard.
  { name: 'otel_traces', shardKey: 'cityHash64(TraceId)', ageColumn: 'Timestamp' },
  { name: 'otel_traces_trace_id_ts', shardKey: 'cityHash64(TraceId)', ageColumn: 'Start' },
  { name: 'otel_logs', shardKey: 'cityHash64(TraceId, Timestamp)', ageColumn: 'Timestamp' },
  { name: 'exceptions', shardKey: 'cityHash64(IssueId)', ageColumn: 'Timestamp' },
  { name: 'issues', shardKey: 'cityHash64(IssueId)' },
  { name: 'issue_changes', shardKey: 'cityHash64(IssueId)' },
  { name: 'issue_notes', shardKey: 'cityHash64(IssueId)' },
  { name: 'issue_merges', shardKey: 'cityHash64(Fingerprint)' },
  { name: 'operations', shardKey: 'cityHash64(SpanName)' },
  { name: 'operations_days', shardKey: 'cityHash64(SpanName)' },
  { name: 'trace_summaries', shardKey: 'cityHash64(TraceId)', ageColumn: 'Start' },
  { name: 'trace_users', shardKey: 'cityHash64(TraceId)', ageColumn: 'Last' },
  { name: 'releases', shardKey: 'cityHash64(Release)' },
  { name: 'sessions', shardKey: 'cityHash64(ServiceName)' },
  { name: 'web_vitals', shardKey: 'cityHash64(Name)' },
  { name: 'source_maps', shardKey: 'cityHash64(Map)' },
  { name: 'source_map_files', shardKey: 'cityHash64(File)' },
  { name: 'stack_files', shardKey: 'cityHash64(File)' },
]

export const DAILY_TABLES: string[] = TABLES.flatMap(({ name, ageColumn }) => (ageColumn ? [name] : []))
