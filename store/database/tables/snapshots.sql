-- What users saw at an error, as the relay has made it harmless. Digest is empty where only GivenDigests, ids
-- of a Sentry SDK, name the error. Html, Css and Pages are hashes of contents: Pages of moments before the
-- error, which Events name by position. Unread: sheets that are not in Css, as JSON. Reason: why there is no
-- content. A page that is sent again replaces its row. SNAPSHOT_DAYS replaces the days.
-- Shard key: cityHash64(Digest)
CREATE TABLE IF NOT EXISTS snapshots (
  Timestamp DateTime64(3), Digest String CODEC(ZSTD(1)), GivenDigests Array(String) CODEC(ZSTD(1)),
  Source LowCardinality(String), ServiceName LowCardinality(String),
  UserId String CODEC(ZSTD(1)), SessionId String CODEC(ZSTD(1)), TraceId String CODEC(ZSTD(1)),
  Html String CODEC(ZSTD(1)), Css String CODEC(ZSTD(1)), Texts UInt32, Inputs UInt32, Bytes UInt32,
  Width UInt32, Height UInt32, Reason LowCardinality(String), Events String CODEC(ZSTD(1)),
  Unread String CODEC(ZSTD(1)), Pages Array(String) CODEC(ZSTD(1)),
  StoredAt DateTime DEFAULT now()
) ENGINE = ${replicated}ReplacingMergeTree PARTITION BY toDate(Timestamp)
ORDER BY (Digest, Source, GivenDigests)
TTL toDateTime(Timestamp) + toIntervalDay(7)
SETTINGS index_granularity = 1024, ttl_only_drop_parts = 1, non_replicated_deduplication_window = 100;

-- HTML and styles of snapshots, each once in a day: pages of one build have the same styles. Hash is the
-- SHA-256. It stays a day longer than the snapshots of its day.
-- Shard key: cityHash64(Hash)
CREATE TABLE IF NOT EXISTS snapshot_contents (
  StoredAt DateTime, Hash String, Data String CODEC(ZSTD(3))
) ENGINE = ${replicated}ReplacingMergeTree PARTITION BY toDate(StoredAt) ORDER BY Hash
TTL StoredAt + toIntervalDay(8)
SETTINGS index_granularity_bytes = 1048576, ttl_only_drop_parts = 1, non_replicated_deduplication_window = 100
