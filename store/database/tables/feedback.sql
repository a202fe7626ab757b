-- What users wrote: on the fallback screen, in a form of the application, or with a Sentry SDK. GivenDigest
-- is the id that the record names, and Digest the same if it may be a digest of Errata, also one that a user
-- has typed. FeedbackId is the id that the page gave to the record, or a hash. A longer text is cut, and ends
-- with "…".
-- Shard key: cityHash64(FeedbackId)
CREATE TABLE IF NOT EXISTS feedback (
  Timestamp DateTime64(9) CODEC(Delta(8), ZSTD(1)), FeedbackId String CODEC(ZSTD(1)),
  ServiceName LowCardinality(String), Release LowCardinality(String), Environment LowCardinality(String),
  Text String CODEC(ZSTD(1)), Email String CODEC(ZSTD(1)), Name String CODEC(ZSTD(1)),
  Digest String CODEC(ZSTD(1)), GivenDigest String CODEC(ZSTD(1)), TraceId String CODEC(ZSTD(1)),
  UserId String CODEC(ZSTD(1)), SessionId String CODEC(ZSTD(1)), Url String CODEC(ZSTD(1))
) ENGINE = ${replicated}MergeTree PARTITION BY toDate(Timestamp) ORDER BY (Timestamp, FeedbackId)
TTL toDateTime(Timestamp) + toIntervalDay(${retentionDays})
SETTINGS index_granularity = 1024, ttl_only_drop_parts = 1, non_replicated_deduplication_window = 100;

CREATE MATERIALIZED VIEW IF NOT EXISTS feedback_mv TO feedback AS
WITH
  LogAttributes['errata.feedback.text'] AS text,
  if(LogAttributes['errata.digest'] != '',
    LogAttributes['errata.digest'], LogAttributes['errata.given_digest']) AS given,
  translate(upper(replaceRegexpAll(given, '[- ]', '')), 'OIL', '011') AS typed
SELECT
  Timestamp, ServiceName, Release, Environment, TraceId, UserId, SessionId,
  if(LogAttributes['log.record.uid'] != '', LogAttributes['log.record.uid'],
    lower(hex(sipHash128(Timestamp, ServiceName, text)))) AS FeedbackId,
  if(lengthUTF8(text) > 4096, concat(substringUTF8(text, 1, 4096), '…'), text) AS Text,
  substringUTF8(LogAttributes['errata.feedback.email'], 1, 254) AS Email,
  substringUTF8(LogAttributes['errata.feedback.name'], 1, 254) AS Name,
  if(match(typed, '^[0-9A-HJKMNP-TV-Z]{8}$'), typed, '') AS Digest, given AS GivenDigest,
  if(LogAttributes['url.full'] != '', LogAttributes['url.full'], LogAttributes['url.path']) AS Url
FROM otel_logs WHERE EventName = 'user.feedback' AND text != ''
