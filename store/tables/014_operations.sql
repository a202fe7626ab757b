-- Latency and errors per operation and hour: percentiles over days read hours, not spans.
CREATE TABLE IF NOT EXISTS operations (
  Hour DateTime CODEC(Delta, ZSTD(1)),
  ServiceName LowCardinality(String),
  SpanName LowCardinality(String),
  SpanKind LowCardinality(String),
  Environment LowCardinality(String),
  Release LowCardinality(String),
  Count SimpleAggregateFunction(sum, UInt64),
  Errors SimpleAggregateFunction(sum, UInt64),
  Duration AggregateFunction(quantilesTDigest(0.5, 0.75, 0.95, 0.99), Float32)
) ENGINE = ${replicated}AggregatingMergeTree
PARTITION BY toMonday(Hour)
ORDER BY (ServiceName, SpanName, SpanKind, Environment, Release, Hour)
TTL Hour + toIntervalDay(90)
SETTINGS ttl_only_drop_parts = 1, non_replicated_deduplication_window = 100
