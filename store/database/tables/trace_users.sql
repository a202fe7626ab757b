-- Which user and which session was in which trace, one row per value, trace and insert: the traces of one
-- user are scattered over all granules of otel_traces. Name: user.id or session.id. Source: what has the
-- attribute. Last: the newest such span; FirstOffset: nanoseconds from the oldest such span to it.
-- Shard key: cityHash64(TraceId)
CREATE TABLE IF NOT EXISTS trace_users (
  Value String CODEC(ZSTD(1)), Name LowCardinality(String) CODEC(ZSTD(1)),
  Source Enum8('span' = 1, 'resource' = 2) CODEC(ZSTD(1)),
  Last DateTime64(9) CODEC(ZSTD(1)), FirstOffset UInt64 CODEC(T64, ZSTD(1)),
  TraceId String CODEC(ZSTD(1))
) ENGINE = ${replicated}MergeTree PARTITION BY toDate(Last) ORDER BY (Value, Name, Last)
TTL toDateTime(Last) + toIntervalDay(${retentionDays})
SETTINGS index_granularity = 1024, ttl_only_drop_parts = 1, non_replicated_deduplication_window = 100,
  min_age_to_force_merge_seconds = 600, min_age_to_force_merge_on_partition_only = 1;

CREATE MATERIALIZED VIEW IF NOT EXISTS trace_users_mv TO trace_users AS
SELECT
  TraceId, tupleElement(attribute, 3) AS Value, tupleElement(attribute, 2) AS Name,
  tupleElement(attribute, 1) AS Source, max(Timestamp) AS Last,
  toUInt64(toUnixTimestamp64Nano(Last) - toUnixTimestamp64Nano(min(Timestamp))) AS FirstOffset
FROM otel_traces
ARRAY JOIN arrayFilter(candidate -> tupleElement(candidate, 3) != '', [
  ('span', 'user.id', SpanAttributes['user.id']), ('span', 'session.id', SpanAttributes['session.id']),
  ('resource', 'user.id', ResourceAttributes['user.id']),
  ('resource', 'session.id', ResourceAttributes['session.id'])
]) AS attribute
WHERE TraceId != '' GROUP BY Value, Name, Source, TraceId
