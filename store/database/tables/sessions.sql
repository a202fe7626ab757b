-- Sessions of a release in an hour, and those that crashed in this hour: crash-free sessions over time. A
-- session crashes with an exception of severity 17 or more, or with the event session.crash. A session
-- without a release has an empty one. The sets of sessions are exact up to some hundred, then estimates (an
-- error of 1.6 %): a session counts once, however often and in whatever order its records arrive.
-- SessionCount and CrashedSessionCount are sessions without ids, as servers count them in a minute: the event
-- session.counts. A record counts 10,000 at most, so that an invented number hides few others; its share of
-- crashed ones stays.
-- Minutes has a bit for each minute of the hour in which a span or a log record happened: what the silence of
-- a service is compared with. A table of its own would add 11 ms of processor time to each insert.
-- Shard key: cityHash64(ServiceName)
CREATE TABLE IF NOT EXISTS sessions (
  Hour DateTime,
  ServiceName LowCardinality(String), Environment LowCardinality(String), Release LowCardinality(String),
  Sessions AggregateFunction(uniqCombined(12), String),
  CrashedSessions AggregateFunction(uniqCombined(12), String),
  SessionCount SimpleAggregateFunction(sum, UInt64), CrashedSessionCount SimpleAggregateFunction(sum, UInt64),
  Minutes SimpleAggregateFunction(groupBitOr, UInt64)
) ENGINE = ${replicated}AggregatingMergeTree PARTITION BY toMonday(Hour)
ORDER BY (ServiceName, Hour, Environment, Release) TTL Hour + toIntervalDay(90)
SETTINGS ttl_only_drop_parts = 1, non_replicated_deduplication_window = 100;

CREATE MATERIALIZED VIEW IF NOT EXISTS sessions_from_traces TO sessions AS
SELECT
  toStartOfHour(Timestamp) AS Hour, ServiceName, Environment, Release,
  uniqCombinedStateIf(12)(SessionId, SessionId != '') AS Sessions,
  groupBitOr(bitShiftLeft(toUInt64(1), toMinute(Timestamp))) AS Minutes
FROM otel_traces GROUP BY Hour, ServiceName, Environment, Release;

CREATE MATERIALIZED VIEW IF NOT EXISTS sessions_from_logs TO sessions AS
SELECT
  toStartOfHour(Timestamp) AS Hour, ServiceName, Environment, Release,
  uniqCombinedStateIf(12)(SessionId, SessionId != '') AS Sessions,
  uniqCombinedStateIf(12)(SessionId, SessionId != '' AND EventName = 'session.crash') AS CrashedSessions,
  sumIf(least(toUInt64OrZero(LogAttributes['errata.sessions.total']) AS total, 10000) AS part,
    EventName = 'session.counts') AS SessionCount,
  sumIf(toUInt64(round(least(toUInt64OrZero(LogAttributes['errata.sessions.crashed']), total)
    / greatest(total, 1) * part)), EventName = 'session.counts') AS CrashedSessionCount,
  groupBitOr(bitShiftLeft(toUInt64(1), toMinute(Timestamp))) AS Minutes
FROM otel_logs GROUP BY Hour, ServiceName, Environment, Release;

CREATE MATERIALIZED VIEW IF NOT EXISTS sessions_from_exceptions TO sessions AS
SELECT
  toStartOfHour(Timestamp) AS Hour, ServiceName, Environment, Release,
  uniqCombinedState(12)(SessionId) AS CrashedSessions
FROM exceptions WHERE SessionId != '' AND Severity >= 17 GROUP BY Hour, ServiceName, Environment, Release
