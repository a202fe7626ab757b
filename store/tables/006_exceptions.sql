-- One row per occurrence, whichever signal brought it. The issue comes first in the key: a page of one issue reads a handful of granules.
-- IssueId is the fingerprint that the store wrote on the row; there is no second rule here.
CREATE TABLE IF NOT EXISTS exceptions (
  Timestamp DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  IssueId String CODEC(ZSTD(1)),
  Digest String CODEC(ZSTD(1)),
  GivenDigest String CODEC(ZSTD(1)),
  ServiceName LowCardinality(String),
  Release LowCardinality(String),
  Environment LowCardinality(String),
  Type LowCardinality(String),
  Message String CODEC(ZSTD(1)),
  Stacktrace String CODEC(ZSTD(1)),
  Culprit LowCardinality(String),
  Mechanism LowCardinality(String),
  Severity UInt8,
  TraceId String CODEC(ZSTD(1)),
  SpanId String CODEC(ZSTD(1)),
  UserId String CODEC(ZSTD(1)),
  SessionId String CODEC(ZSTD(1)),
  Url String CODEC(ZSTD(1)),
  Route LowCardinality(String),
  Browser LowCardinality(String),
  Os LowCardinality(String),
  Attributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  ResourceAttributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  INDEX idx_digest Digest TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX idx_given_digest GivenDigest TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX idx_trace_id TraceId TYPE bloom_filter(0.001) GRANULARITY 1
) ENGINE = ${replicated}MergeTree
PARTITION BY toDate(Timestamp)
ORDER BY (IssueId, Timestamp)
TTL toDateTime(Timestamp) + toIntervalDay(${retentionDays})
SETTINGS index_granularity = 1024, ttl_only_drop_parts = 1, non_replicated_deduplication_window = 100
