-- First and last time of each release, its exceptions, its sessions and those that crashed: with an exception
-- of severity 17 (uncaught, or caught by an error boundary) or more, or with the event session.crash. The
-- counts are of sessions without ids, as in sessions.sql. One row per service, release and environment, for
-- ever.
-- Shard key: cityHash64(Release)
CREATE TABLE IF NOT EXISTS releases (
  ServiceName LowCardinality(String), Release LowCardinality(String), Environment LowCardinality(String),
  FirstSeen SimpleAggregateFunction(min, DateTime64(9)), LastSeen SimpleAggregateFunction(max, DateTime64(9)),
  Exceptions SimpleAggregateFunction(sum, UInt64), Sessions AggregateFunction(uniqCombined(14), String),
  CrashedSessions AggregateFunction(uniqCombined(14), String),
  SessionCount SimpleAggregateFunction(sum, UInt64), CrashedSessionCount SimpleAggregateFunction(sum, UInt64)
) ENGINE = ${replicated}AggregatingMergeTree ORDER BY (ServiceName, Release, Environment)
SETTINGS index_granularity = 256, non_replicated_deduplication_window = 100;

CREATE MATERIALIZED VIEW IF NOT EXISTS releases_from_traces TO releases AS
SELECT
  ServiceName, Release, Environment, min(Timestamp) AS FirstSeen, max(Timestamp) AS LastSeen,
  uniqCombinedStateIf(14)(SessionId, SessionId != '') AS Sessions
FROM otel_traces GROUP BY ServiceName, Release, Environment;

CREATE MATERIALIZED VIEW IF NOT EXISTS releases_from_logs TO releases AS
SELECT
  ServiceName, Release, Environment, min(Timestamp) AS FirstSeen, max(Timestamp) AS LastSeen,
  uniqCombinedStateIf(14)(SessionId, SessionId != '') AS Sessions,
  uniqCombinedStateIf(14)(SessionId, SessionId != '' AND EventName = 'session.crash') AS CrashedSessions,
  sumIf(least(toUInt64OrZero(LogAttributes['errata.sessions.total']) AS total, 10000) AS part,
    EventName = 'session.counts') AS SessionCount,
  sumIf(toUInt64(round(least(toUInt64OrZero(LogAttributes['errata.sessions.crashed']), total)
    / greatest(total, 1) * part)), EventName = 'session.counts') AS CrashedSessionCount
FROM otel_logs GROUP BY ServiceName, Release, Environment;

CREATE MATERIALIZED VIEW IF NOT EXISTS releases_from_exceptions TO releases AS
SELECT
  ServiceName, Release, Environment, min(Timestamp) AS FirstSeen, max(Timestamp) AS LastSeen,
  count() AS Exceptions,
  uniqCombinedStateIf(14)(SessionId, SessionId != '' AND Severity >= 17) AS CrashedSessions
FROM exceptions GROUP BY ServiceName, Release, Environment
