-- Web vitals per route and hour.
CREATE TABLE IF NOT EXISTS web_vitals (
  Hour DateTime,
  ServiceName LowCardinality(String),
  Environment LowCardinality(String),
  Release LowCardinality(String),
  Name LowCardinality(String),
  Route LowCardinality(String),
  Count SimpleAggregateFunction(sum, UInt64),
  Good SimpleAggregateFunction(sum, UInt64),
  Poor SimpleAggregateFunction(sum, UInt64),
  Value AggregateFunction(quantilesTDigest(0.5, 0.75, 0.95), Float32)
) ENGINE = ${replicated}AggregatingMergeTree
PARTITION BY toMonday(Hour)
ORDER BY (ServiceName, Name, Route, Environment, Release, Hour)
TTL Hour + toIntervalDay(90)
SETTINGS ttl_only_drop_parts = 1, non_replicated_deduplication_window = 100
