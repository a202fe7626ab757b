-- Sessions of a release in an hour, and those in which an exception of severity 17 or more occurred in this
-- hour: crash-free sessions over time. A session without a release has an empty one. The sets of sessions
-- are exact up to some hundred, then estimates (an error of 1.6 %).
-- Shard key: cityHash64(ServiceName)
CREATE TABLE IF NOT EXISTS sessions (
  Hour DateTime,
  ServiceName LowCardinality(String), Environment LowCardinality(String), Release LowCardinality(String),
  Sessions AggregateFunction(uniqCombined(12), String),
  CrashedSessions AggregateFunction(uniqCombined(12), String)
) ENGINE = ${replicated}AggregatingMergeTree PARTITION BY toMonday(Hour)
ORDER BY (ServiceName, Hour, Environment, Release) TTL Hour + toIntervalDay(90)
SETTINGS ttl_only_drop_parts = 1, non_replicated_deduplication_window = 100;

CREATE MATERIALIZED VIEW IF NOT EXISTS sessions_from_traces TO sessions AS
SELECT
  toStartOfHour(Timestamp) AS Hour, ServiceName, Environment, Release,
  uniqCombinedState(12)(SessionId) AS Sessions
FROM otel_traces WHERE SessionId != '' GROUP BY Hour, ServiceName, Environment, Release;

CREATE MATERIALIZED VIEW IF NOT EXISTS sessions_from_logs TO sessions AS
SELECT
  toStartOfHour(Timestamp) AS Hour, ServiceName, Environment, Release,
  uniqCombinedState(12)(SessionId) AS Sessions
FROM otel_logs WHERE SessionId != '' GROUP BY Hour, ServiceName, Environment, Release;

CREATE MATERIALIZED VIEW IF NOT EXISTS sessions_from_exceptions TO sessions AS
SELECT
  toStartOfHour(Timestamp) AS Hour, ServiceName, Environment, Release,
  uniqCombinedState(12)(SessionId) AS CrashedSessions
FROM exceptions WHERE SessionId != '' AND Severity >= 17 GROUP BY Hour, ServiceName, Environment, Release
