-- When a trace happened: bounds the search for its spans to a few granules. Name and columns are the exporter's; Grafana looks for them.
CREATE TABLE IF NOT EXISTS otel_traces_trace_id_ts (
  TraceId String CODEC(ZSTD(1)),
  Start DateTime CODEC(Delta, ZSTD(1)),
  End DateTime CODEC(Delta, ZSTD(1)),
  INDEX idx_trace_id TraceId TYPE bloom_filter(0.01) GRANULARITY 1
) ENGINE = ${replicated}MergeTree
PARTITION BY toDate(Start)
ORDER BY (TraceId, Start)
TTL toDateTime(Start) + toIntervalDay(${retentionDays})
SETTINGS ttl_only_drop_parts = 1, non_replicated_deduplication_window = 100
