-- Spans, errors and latency per operation and hour, and the same per day of UTC: percentiles and facets over
-- days read these rows, not spans. Start is the first instant of the hour or day, Total the sum of the
-- durations in nanoseconds. The hours of an operation are adjacent, and granules are small: a row holds a
-- digest of some hundred bytes, and reading a row reads its granule. Parts of some size have a file per
-- column, so that facets do not read the digests.
-- Shard key: cityHash64(SpanName)
CREATE TABLE IF NOT EXISTS operations (
  Start DateTime('UTC') CODEC(Delta, ZSTD(1)),
  ServiceName LowCardinality(String), SpanName LowCardinality(String), SpanKind LowCardinality(String),
  Environment LowCardinality(String), Release LowCardinality(String),
  Count SimpleAggregateFunction(sum, UInt64),
  Errors SimpleAggregateFunction(sum, UInt64), Oks SimpleAggregateFunction(sum, UInt64),
  Total SimpleAggregateFunction(sum, UInt64),
  Duration AggregateFunction(quantilesTDigest(0.5, 0.75, 0.95, 0.99), Float32)
) ENGINE = ${replicated}AggregatingMergeTree PARTITION BY toMonday(Start)
ORDER BY (ServiceName, SpanName, SpanKind, Start, Environment, Release) TTL Start + toIntervalDay(90)
SETTINGS index_granularity = 64, min_bytes_for_wide_part = 1, min_rows_for_wide_part = 2048,
  ttl_only_drop_parts = 1, non_replicated_deduplication_window = 100;

-- Shard key: cityHash64(SpanName)
CREATE TABLE IF NOT EXISTS operations_days AS operations
ENGINE = ${replicated}AggregatingMergeTree PARTITION BY toMonday(Start)
ORDER BY (ServiceName, SpanName, SpanKind, Start, Environment, Release) TTL Start + toIntervalDay(90)
SETTINGS index_granularity = 64, min_bytes_for_wide_part = 1, min_rows_for_wide_part = 2048,
  ttl_only_drop_parts = 1, non_replicated_deduplication_window = 100;

-- Durations in milliseconds: a 32-bit float is exact to one part in ten million.
CREATE MATERIALIZED VIEW IF NOT EXISTS operations_mv TO operations AS
SELECT
  toStartOfHour(Timestamp) AS Start, ServiceName, SpanName, SpanKind, Environment, Release,
  count() AS Count, countIf(StatusCode = 'Error') AS Errors, countIf(StatusCode = 'Ok') AS Oks,
  sum(rows.Duration) AS Total,
  quantilesTDigestState(0.5, 0.75, 0.95, 0.99)(toFloat32(rows.Duration / 1e6)) AS Duration
FROM otel_traces AS rows GROUP BY Start, ServiceName, SpanName, SpanKind, Environment, Release;

-- Reads the rows that an insert adds to operations, which are some hundred.
CREATE MATERIALIZED VIEW IF NOT EXISTS operations_days_mv TO operations_days AS
SELECT * REPLACE (toStartOfDay(Start) AS Start) FROM operations
