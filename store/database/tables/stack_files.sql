-- Scripts that stacks name: occurrences with a source map for them, and without one.
-- Shard key: cityHash64(File)
CREATE TABLE IF NOT EXISTS stack_files (
  ServiceName String, Release String, File String, Mapped SimpleAggregateFunction(sum, UInt64),
  Unmapped SimpleAggregateFunction(sum, UInt64), LastSeen SimpleAggregateFunction(max, DateTime)
) ENGINE = ${replicated}AggregatingMergeTree ORDER BY (ServiceName, Release, File)
TTL LastSeen + toIntervalDay(90) SETTINGS index_granularity = 256
