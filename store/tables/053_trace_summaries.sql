-- What a list says of a trace, a row per trace and insert: its spans lie in as many granules of otel_traces as it has operations.
-- Spans are told apart by 32 bits of a hash, so that one that came twice counts once. LastStart, End and NamedAt are nanoseconds after Start;
-- the name is that of the earliest span without a parent, or of the earliest of all (Rootless).
-- All columns of a few rows are read, so a part is one file: that took a third of the time of a file a column.
CREATE TABLE IF NOT EXISTS trace_summaries (
  TraceId String CODEC(ZSTD(1)),
  Start DateTime64(9) CODEC(ZSTD(1)),
  LastStart UInt64 CODEC(T64, ZSTD(1)),
  End UInt64 CODEC(T64, ZSTD(1)),
  Rootless UInt8 CODEC(ZSTD(1)),
  NamedAt UInt64 CODEC(T64, ZSTD(1)),
  Name LowCardinality(String) CODEC(ZSTD(1)),
  Service LowCardinality(String) CODEC(ZSTD(1)),
  Services Array(LowCardinality(String)) CODEC(ZSTD(1)),
  Spans Array(UInt32) CODEC(ZSTD(1)),
  Errors Array(UInt32) CODEC(ZSTD(1)),
  INDEX idx_trace_id TraceId TYPE bloom_filter(0.01) GRANULARITY 1
) ENGINE = ${replicated}MergeTree
PARTITION BY toDate(Start)
ORDER BY (TraceId, Start)
TTL toDateTime(Start) + toIntervalDay(${retentionDays})
SETTINGS index_granularity = 256, min_bytes_for_wide_part = 1000000000000, min_rows_for_wide_part = 1000000000000, ttl_only_drop_parts = 1,
  non_replicated_deduplication_window = 100, min_age_to_force_merge_seconds = 600, min_age_to_force_merge_on_partition_only = 1
