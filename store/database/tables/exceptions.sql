-- One row per occurrence of an exception. IssueId is the fingerprint that the store writes on the row; a row
-- without one is no exception. The issue leads the key, so that a page of one issue reads a few granules.
-- Received is the instant of the request, which the store writes on the row: a digest opens the row that was
-- received first. IsSlim: without details, see FULL_EVENTS_PER_HOUR. Occurrence is the row as JSON for its
-- page: twenty columns of one row take three times as long to read. Slim rows go without: there may be a
-- million of them. A day becomes one part ten minutes after its last row: every part costs a query some
-- tenths of a millisecond.
-- Shard key: cityHash64(IssueId)
CREATE TABLE IF NOT EXISTS exceptions (
  Timestamp DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  IssueId String CODEC(ZSTD(1)), Digest String CODEC(ZSTD(1)), GivenDigest String CODEC(ZSTD(1)),
  ServiceName LowCardinality(String), Release LowCardinality(String), Environment LowCardinality(String),
  Type LowCardinality(String), Message String CODEC(ZSTD(1)), Stacktrace String CODEC(ZSTD(1)),
  Culprit LowCardinality(String), Mechanism LowCardinality(String), Origin LowCardinality(String),
  Severity UInt8, TraceId String CODEC(ZSTD(1)), SpanId String CODEC(ZSTD(1)),
  UserId String CODEC(ZSTD(1)), SessionId String CODEC(ZSTD(1)), Url String CODEC(ZSTD(1)),
  Route LowCardinality(String), Browser LowCardinality(String), Os LowCardinality(String),
  Attributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  ResourceAttributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  Received DateTime64(3) CODEC(Delta(8), ZSTD(1)), IsSlim UInt8 CODEC(ZSTD(1)),
  Occurrence String MATERIALIZED if(IsSlim = 1, '', toJSONString(CAST(
    (Digest, IssueId, ServiceName, Release, Environment, Type, Message, Severity, Mechanism, Stacktrace,
      TraceId, SpanId, Url, UserId, SessionId, Browser, Os, Attributes, ResourceAttributes),
    'Tuple(digest String, issueId String, service String, release String, environment String, type String,
      message String, severity UInt8, mechanism String, stacktrace String, traceId String, spanId String,
      url String, userId String, sessionId String, browser String, os String, attributes Map(String, String),
      resource Map(String, String))'))) CODEC(ZSTD(1)),
  INDEX idx_digest Digest TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX idx_given_digest GivenDigest TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX idx_trace_id TraceId TYPE bloom_filter(0.001) GRANULARITY 1
) ENGINE = ${replicated}MergeTree PARTITION BY toDate(Timestamp) ORDER BY (IssueId, Timestamp)
TTL toDateTime(Timestamp) + toIntervalDay(${retentionDays})
SETTINGS index_granularity = 1024, ttl_only_drop_parts = 1, non_replicated_deduplication_window = 100,
  min_age_to_force_merge_seconds = 600, min_age_to_force_merge_on_partition_only = 1;

-- Exceptions in log records.
CREATE MATERIALIZED VIEW IF NOT EXISTS exceptions_from_logs TO exceptions AS
SELECT
  Timestamp, ServiceName, Release, Environment, TraceId, SpanId, UserId, SessionId, ResourceAttributes,
  LogAttributes['errata.fingerprint'] AS IssueId, LogAttributes['errata.digest'] AS Digest,
  LogAttributes['errata.given_digest'] AS GivenDigest, LogAttributes['exception.type'] AS Type,
  if(LogAttributes['exception.message'] != '', LogAttributes['exception.message'], Body) AS Message,
  LogAttributes['exception.stacktrace'] AS Stacktrace, LogAttributes['errata.culprit'] AS Culprit,
  LogAttributes['errata.mechanism'] AS Mechanism, LogAttributes['errata.origin'] AS Origin,
  SeverityNumber AS Severity, LogAttributes['http.route'] AS Route,
  if(LogAttributes['url.full'] != '', LogAttributes['url.full'], LogAttributes['url.path']) AS Url,
  LogAttributes['errata.browser'] AS Browser, LogAttributes['errata.os'] AS Os,
  fromUnixTimestamp64Milli(toInt64OrZero(LogAttributes['errata.received'])) AS Received,
  LogAttributes['errata.slim'] != '' AS IsSlim,
  if(IsSlim, map(),
    mapFilter((k, v) -> k NOT LIKE 'exception.%' AND k != 'errata.received', LogAttributes)) AS Attributes
FROM otel_logs WHERE LogAttributes['errata.fingerprint'] != '';

-- Exceptions in span events.
CREATE MATERIALIZED VIEW IF NOT EXISTS exceptions_from_span_events TO exceptions AS
SELECT
  at AS Timestamp, ServiceName, Release, Environment, TraceId, SpanId, UserId, SessionId, ResourceAttributes,
  event['errata.fingerprint'] AS IssueId, event['errata.digest'] AS Digest,
  event['errata.given_digest'] AS GivenDigest, event['exception.type'] AS Type,
  event['exception.message'] AS Message, event['exception.stacktrace'] AS Stacktrace,
  event['errata.culprit'] AS Culprit, event['errata.mechanism'] AS Mechanism,
  event['errata.origin'] AS Origin, 17 AS Severity, SpanAttributes['http.route'] AS Route,
  if(SpanAttributes['url.full'] != '', SpanAttributes['url.full'], SpanAttributes['url.path']) AS Url,
  event['errata.browser'] AS Browser, event['errata.os'] AS Os,
  mapFilter((k, v) -> k NOT LIKE 'exception.%' AND k != 'errata.received',
    mapUpdate(SpanAttributes, event)) AS Attributes,
  fromUnixTimestamp64Milli(toInt64OrZero(event['errata.received'])) AS Received,
  event['errata.slim'] != '' AS IsSlim
FROM otel_traces
ARRAY JOIN Events.Timestamp AS at, Events.Attributes AS event
WHERE event['errata.fingerprint'] != '';

-- Exceptions that some clients write as attributes of a span, without an event.
CREATE MATERIALIZED VIEW IF NOT EXISTS exceptions_from_spans TO exceptions AS
SELECT
  Timestamp, ServiceName, Release, Environment, TraceId, SpanId, UserId, SessionId, ResourceAttributes,
  SpanAttributes['errata.fingerprint'] AS IssueId, SpanAttributes['errata.digest'] AS Digest,
  SpanAttributes['errata.given_digest'] AS GivenDigest, SpanAttributes['exception.type'] AS Type,
  SpanAttributes['exception.message'] AS Message, SpanAttributes['exception.stacktrace'] AS Stacktrace,
  SpanAttributes['errata.culprit'] AS Culprit, SpanAttributes['errata.mechanism'] AS Mechanism,
  SpanAttributes['errata.origin'] AS Origin, 17 AS Severity, SpanAttributes['http.route'] AS Route,
  if(SpanAttributes['url.full'] != '', SpanAttributes['url.full'], SpanAttributes['url.path']) AS Url,
  SpanAttributes['errata.browser'] AS Browser, SpanAttributes['errata.os'] AS Os,
  mapFilter((k, v) -> k NOT LIKE 'exception.%' AND k != 'errata.received', SpanAttributes) AS Attributes,
  fromUnixTimestamp64Milli(toInt64OrZero(SpanAttributes['errata.received'])) AS Received,
  SpanAttributes['errata.slim'] != '' AS IsSlim
FROM otel_traces WHERE SpanAttributes['errata.fingerprint'] != ''
