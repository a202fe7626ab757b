-- Who was in which trace and when, a row per person, trace and insert: somebody's traces lie scattered over all granules of otel_traces.
-- Bearer: whether a span or its resource said so. Last: the newest span that did; Since: nanoseconds that the oldest was before it.
CREATE TABLE IF NOT EXISTS trace_people (
  Value String CODEC(ZSTD(1)),
  Name LowCardinality(String) CODEC(ZSTD(1)),
  Bearer Enum8('span' = 1, 'resource' = 2) CODEC(ZSTD(1)),
  Last DateTime64(9) CODEC(ZSTD(1)),
  Since UInt64 CODEC(T64, ZSTD(1)),
  TraceId String CODEC(ZSTD(1))
) ENGINE = ${replicated}MergeTree
PARTITION BY toDate(Last)
ORDER BY (Value, Name, Last)
TTL toDateTime(Last) + toIntervalDay(${retentionDays})
SETTINGS index_granularity = 1024, ttl_only_drop_parts = 1, non_replicated_deduplication_window = 100, min_age_to_force_merge_seconds = 600, min_age_to_force_merge_on_partition_only = 1
