-- Latency and errors per operation and day: a week of percentiles reads the days that it holds whole, and hours at its ends.
-- Key and granules are those of the hours, for the same reason.
CREATE TABLE IF NOT EXISTS operations_days (
  Day Date CODEC(Delta, ZSTD(1)),
  ServiceName LowCardinality(String),
  SpanName LowCardinality(String),
  SpanKind LowCardinality(String),
  Environment LowCardinality(String),
  Release LowCardinality(String),
  Count SimpleAggregateFunction(sum, UInt64),
  Errors SimpleAggregateFunction(sum, UInt64),
  Duration AggregateFunction(quantilesTDigest(0.5, 0.75, 0.95, 0.99), Float32)
) ENGINE = ${replicated}AggregatingMergeTree
PARTITION BY toMonday(Day)
ORDER BY (ServiceName, SpanName, SpanKind, Day, Environment, Release)
TTL Day + toIntervalDay(90)
SETTINGS index_granularity = 64, ttl_only_drop_parts = 1, non_replicated_deduplication_window = 100
