-- How many spans of each kind came per hour: facets over days read hours, and only the ends of their range span by span.
-- Hour comes first in the key because nothing but the range is always asked for; a day is a partition, so that it goes with its spans.
CREATE TABLE IF NOT EXISTS span_hours (
  Hour DateTime CODEC(Delta, ZSTD(1)),
  ServiceName LowCardinality(String),
  SpanName LowCardinality(String),
  SpanKind LowCardinality(String),
  StatusCode LowCardinality(String),
  Environment LowCardinality(String),
  Release LowCardinality(String),
  Count SimpleAggregateFunction(sum, UInt64)
) ENGINE = ${replicated}AggregatingMergeTree
PARTITION BY toDate(Hour)
ORDER BY (Hour, ServiceName, SpanName, SpanKind, StatusCode, Environment, Release)
TTL toDateTime(Hour) + toIntervalDay(${retentionDays})
SETTINGS ttl_only_drop_parts = 1, non_replicated_deduplication_window = 100
