-- Latency and errors per operation and hour: percentiles over days read hours, not spans. The hours of one operation lie side by side, and
-- granules are small: a row holds a digest of some hundred bytes, and all of a granule are read for one of them. (Stores that were made
-- with the hour behind environment and release, and granules of 8192, keep these: they answer the same, more slowly.)
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
ORDER BY (ServiceName, SpanName, SpanKind, Hour, Environment, Release)
TTL Hour + toIntervalDay(90)
SETTINGS index_granularity = 64, ttl_only_drop_parts = 1, non_replicated_deduplication_window = 100
