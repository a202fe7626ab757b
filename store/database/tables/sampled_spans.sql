-- The spans of one trace in eight, in the order of a hash of their trace: facets of many traces read only
-- those with the lowest hashes. The spans of a trace are adjacent, so that its id takes next to no space.
-- Shard key: cityHash64(TraceId)
CREATE TABLE IF NOT EXISTS sampled_spans (
  TraceId String CODEC(ZSTD(1)), Timestamp DateTime64(9) CODEC(ZSTD(1)),
  ServiceName LowCardinality(String) CODEC(ZSTD(1)), SpanName LowCardinality(String) CODEC(ZSTD(1)),
  SpanKind LowCardinality(String) CODEC(ZSTD(1)), StatusCode LowCardinality(String) CODEC(ZSTD(1)),
  Environment LowCardinality(String) CODEC(ZSTD(1)), Release LowCardinality(String) CODEC(ZSTD(1))
) ENGINE = ${replicated}MergeTree PARTITION BY toDate(Timestamp) ORDER BY (cityHash64(TraceId), Timestamp)
TTL toDateTime(Timestamp) + toIntervalDay(${retentionDays})
SETTINGS ttl_only_drop_parts = 1, non_replicated_deduplication_window = 100,
  min_age_to_force_merge_seconds = 600, min_age_to_force_merge_on_partition_only = 1;

CREATE MATERIALIZED VIEW IF NOT EXISTS sampled_spans_mv TO sampled_spans AS
SELECT TraceId, Timestamp, ServiceName, SpanName, SpanKind, StatusCode, Environment, Release
FROM otel_traces WHERE TraceId != '' AND cityHash64(TraceId) < 2305843009213693952
