-- First and last sight of each release, its sessions and those an uncaught exception spoiled. Small for ever: one row per release and environment.
CREATE TABLE IF NOT EXISTS releases (
  ServiceName LowCardinality(String),
  Release LowCardinality(String),
  Environment LowCardinality(String),
  FirstSeen SimpleAggregateFunction(min, DateTime64(9)),
  LastSeen SimpleAggregateFunction(max, DateTime64(9)),
  Exceptions SimpleAggregateFunction(sum, UInt64),
  Sessions AggregateFunction(uniqCombined(14), String),
  CrashedSessions AggregateFunction(uniqCombined(14), String)
) ENGINE = ${replicated}AggregatingMergeTree
ORDER BY (ServiceName, Release, Environment)
SETTINGS index_granularity = 256, non_replicated_deduplication_window = 100
