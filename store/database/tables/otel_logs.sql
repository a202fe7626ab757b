-- Log records. Up to EventName, the columns have the order and names of the collector's clickhouse exporter.
-- Time leads the key: a list is of a period. A trace, and the value of an attribute, have an index. The
-- derived columns are the same as in otel_traces.
-- Shard key: cityHash64(TraceId, Timestamp)
CREATE TABLE IF NOT EXISTS otel_logs (
  Timestamp DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  TraceId String CODEC(ZSTD(1)), SpanId String CODEC(ZSTD(1)),
  TraceFlags UInt8, SeverityText LowCardinality(String) CODEC(ZSTD(1)), SeverityNumber UInt8,
  ServiceName LowCardinality(String) CODEC(ZSTD(1)),
  Body String CODEC(ZSTD(1)),
  ResourceSchemaUrl LowCardinality(String) CODEC(ZSTD(1)),
  ResourceAttributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  ScopeSchemaUrl LowCardinality(String) CODEC(ZSTD(1)),
  ScopeName String CODEC(ZSTD(1)), ScopeVersion LowCardinality(String) CODEC(ZSTD(1)),
  ScopeAttributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  LogAttributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  EventName String CODEC(ZSTD(1)),
  Environment LowCardinality(String) MATERIALIZED if(ResourceAttributes['deployment.environment.name'] != '',
    ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']),
  Release LowCardinality(String) MATERIALIZED ResourceAttributes['service.version'],
  SessionId String ALIAS if(LogAttributes['session.id'] != '',
    LogAttributes['session.id'], ResourceAttributes['session.id']),
  UserId String ALIAS LogAttributes['user.id'],
  Sequence String MATERIALIZED LogAttributes['errata.sequence'] CODEC(ZSTD(1)),
  INDEX idx_trace_id TraceId TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX idx_log_attr_value mapValues(LogAttributes) TYPE bloom_filter(0.01) GRANULARITY 1
) ENGINE = ${replicated}MergeTree PARTITION BY toDate(Timestamp)
ORDER BY (toStartOfFiveMinutes(Timestamp), ServiceName, Timestamp)
TTL toDateTime(Timestamp) + toIntervalDay(${retentionDays})
SETTINGS index_granularity = 8192, ttl_only_drop_parts = 1, non_replicated_deduplication_window = 100
