-- When an occurrence was stored, whether it was stored without details, the culprit of one that was mapped
-- later, sessions that servers count, browser and system of web vitals. Rows of before have the first instant
-- of all, are whole and have no such values. Numbers from 3 to 99 were of tables before the first release.
ALTER TABLE exceptions
  ADD COLUMN IF NOT EXISTS Received DateTime64(3) CODEC(Delta(8), ZSTD(1)) AFTER ResourceAttributes,
  ADD COLUMN IF NOT EXISTS IsSlim UInt8 CODEC(ZSTD(1)) AFTER Received;

ALTER TABLE exceptions
  MODIFY COLUMN Occurrence String MATERIALIZED if(IsSlim = 1, '', toJSONString(CAST(
    (Digest, IssueId, ServiceName, Release, Environment, Type, Message, Severity, Mechanism, Stacktrace,
      TraceId, SpanId, Url, UserId, SessionId, Browser, Os, Attributes, ResourceAttributes),
    'Tuple(digest String, issueId String, service String, release String, environment String, type String,
      message String, severity UInt8, mechanism String, stacktrace String, traceId String, spanId String,
      url String, userId String, sessionId String, browser String, os String, attributes Map(String, String),
      resource Map(String, String))'))) CODEC(ZSTD(1));

ALTER TABLE issue_merges ADD COLUMN IF NOT EXISTS Culprit String;

ALTER TABLE sessions
  ADD COLUMN IF NOT EXISTS SessionCount SimpleAggregateFunction(sum, UInt64),
  ADD COLUMN IF NOT EXISTS CrashedSessionCount SimpleAggregateFunction(sum, UInt64);

ALTER TABLE releases
  ADD COLUMN IF NOT EXISTS SessionCount SimpleAggregateFunction(sum, UInt64),
  ADD COLUMN IF NOT EXISTS CrashedSessionCount SimpleAggregateFunction(sum, UInt64);

ALTER TABLE web_vitals
  ADD COLUMN IF NOT EXISTS Browser LowCardinality(String) AFTER Device,
  ADD COLUMN IF NOT EXISTS Os LowCardinality(String) AFTER Browser,
  MODIFY ORDER BY (ServiceName, Name, Route, Environment, Release, Device, Hour, Browser, Os);

TRUNCATE TABLE sampled_spans;

INSERT INTO sampled_spans
SELECT TraceId, Timestamp, ServiceName, SpanName, SpanKind, StatusCode, Environment, Release
FROM otel_traces WHERE TraceId != '' AND cityHash64(TraceId) < 2305843009213693952
SETTINGS max_execution_time = 0, max_partitions_per_insert_block = 0
