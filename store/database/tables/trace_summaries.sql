-- What a list shows of a trace, one row per trace and insert: its spans are in as many granules of
-- otel_traces as it has operations. Spans are identified by 32 bits of a hash, so that a repeated span
-- counts once. Offsets are nanoseconds after Start. Name, service and route are from the earliest root
-- span, or else from the earliest span; User is from any span. A query reads all columns of a few rows, so a
-- part is one file: a third of the time of a file per column.
-- Shard key: cityHash64(TraceId)
CREATE TABLE IF NOT EXISTS trace_summaries (
  TraceId String CODEC(ZSTD(1)),
  Start DateTime64(9) CODEC(ZSTD(1)),
  LastStartOffset UInt64 CODEC(T64, ZSTD(1)), EndOffset UInt64 CODEC(T64, ZSTD(1)),
  HasRoot UInt8 CODEC(ZSTD(1)), NameOffset UInt64 CODEC(T64, ZSTD(1)),
  Name LowCardinality(String) CODEC(ZSTD(1)), Service LowCardinality(String) CODEC(ZSTD(1)),
  Route LowCardinality(String) CODEC(ZSTD(1)), User String CODEC(ZSTD(1)),
  Services Array(LowCardinality(String)) CODEC(ZSTD(1)),
  SpanHashes Array(UInt32) CODEC(ZSTD(1)), ErrorHashes Array(UInt32) CODEC(ZSTD(1)),
  INDEX idx_trace_id TraceId TYPE bloom_filter(0.01) GRANULARITY 1
) ENGINE = ${replicated}MergeTree PARTITION BY toDate(Start) ORDER BY (TraceId, Start)
TTL toDateTime(Start) + toIntervalDay(${retentionDays})
SETTINGS index_granularity = 256, ttl_only_drop_parts = 1, non_replicated_deduplication_window = 100,
  min_bytes_for_wide_part = 1000000000000, min_rows_for_wide_part = 1000000000000,
  min_age_to_force_merge_seconds = 600, min_age_to_force_merge_on_partition_only = 1;

CREATE MATERIALIZED VIEW IF NOT EXISTS trace_summaries_mv TO trace_summaries AS
WITH argMin(
  (SpanName, ServiceName, Timestamp, SpanAttributes['http.route']), (ParentSpanId != '', Timestamp)) AS First
SELECT
  TraceId, min(Timestamp) AS Start,
  toUInt64(toUnixTimestamp64Nano(max(Timestamp)) - toUnixTimestamp64Nano(Start)) AS LastStartOffset,
  toUInt64(max(toUnixTimestamp64Nano(Timestamp) + Duration) - toUnixTimestamp64Nano(Start)) AS EndOffset,
  max(ParentSpanId = '') AS HasRoot,
  toUInt64(toUnixTimestamp64Nano(tupleElement(First, 3)) - toUnixTimestamp64Nano(Start)) AS NameOffset,
  tupleElement(First, 1) AS Name, tupleElement(First, 2) AS Service,
  tupleElement(First, 4) AS Route,
  max(if(SpanAttributes['user.id'] != '', SpanAttributes['user.id'], ResourceAttributes['user.id'])) AS User,
  groupUniqArray(ServiceName) AS Services,
  groupArray(toUInt32(cityHash64(SpanId))) AS SpanHashes,
  groupArrayIf(toUInt32(cityHash64(SpanId)), StatusCode = 'Error') AS ErrorHashes
FROM otel_traces WHERE TraceId != '' GROUP BY TraceId
