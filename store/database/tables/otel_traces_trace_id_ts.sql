-- When a trace happened. The collector's clickhouse exporter has the same table, which Grafana
-- reads. Filled from trace_summaries, so that an insert groups its spans by trace once.
-- Shard key: cityHash64(TraceId)
CREATE TABLE IF NOT EXISTS otel_traces_trace_id_ts (
  TraceId String CODEC(ZSTD(1)),
  Start DateTime CODEC(Delta, ZSTD(1)), End DateTime CODEC(Delta, ZSTD(1)),
  INDEX idx_trace_id TraceId TYPE bloom_filter(0.01) GRANULARITY 1
) ENGINE = ${replicated}MergeTree PARTITION BY toDate(Start) ORDER BY (TraceId, Start)
TTL toDateTime(Start) + toIntervalDay(${retentionDays})
SETTINGS ttl_only_drop_parts = 1, non_replicated_deduplication_window = 100,
  min_age_to_force_merge_seconds = 600, min_age_to_force_merge_on_partition_only = 1;

CREATE MATERIALIZED VIEW IF NOT EXISTS otel_traces_trace_id_ts_mv TO otel_traces_trace_id_ts AS
SELECT TraceId, Start, fromUnixTimestamp64Nano(toInt64(toUnixTimestamp64Nano(Start) + LastStartOffset)) AS End
FROM trace_summaries
