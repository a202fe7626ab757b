-- Spans. Up to Links, the columns have the order and names of the collector's clickhouse exporter, so that
-- Grafana and HyperDX read them unchanged. Service and name lead the key because most searches name them.
-- Granules are small because the spans of one trace are scattered. The last four columns are derived: every
-- view reads them, so the rule which attribute holds what is written only here. Session and user take no
-- disk; the indexes of values find them.
-- Shard key: cityHash64(TraceId)
CREATE TABLE IF NOT EXISTS otel_traces (
  Timestamp DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  TraceId String CODEC(ZSTD(1)), SpanId String CODEC(ZSTD(1)),
  ParentSpanId String CODEC(ZSTD(1)), TraceState String CODEC(ZSTD(1)),
  SpanName LowCardinality(String) CODEC(ZSTD(1)), SpanKind LowCardinality(String) CODEC(ZSTD(1)),
  ServiceName LowCardinality(String) CODEC(ZSTD(1)),
  ResourceAttributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  ScopeName String CODEC(ZSTD(1)), ScopeVersion String CODEC(ZSTD(1)),
  SpanAttributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  Duration UInt64 CODEC(T64, ZSTD(1)),
  StatusCode LowCardinality(String) CODEC(ZSTD(1)), StatusMessage String CODEC(ZSTD(1)),
  Events Nested (Timestamp DateTime64(9), Name LowCardinality(String),
    Attributes Map(LowCardinality(String), String)) CODEC(ZSTD(1)),
  Links Nested (TraceId String, SpanId String, TraceState String,
    Attributes Map(LowCardinality(String), String)) CODEC(ZSTD(1)),
  Environment LowCardinality(String) MATERIALIZED if(ResourceAttributes['deployment.environment.name'] != '',
    ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']),
  Release LowCardinality(String) MATERIALIZED ResourceAttributes['service.version'],
  SessionId String ALIAS if(SpanAttributes['session.id'] != '',
    SpanAttributes['session.id'], ResourceAttributes['session.id']),
  UserId String ALIAS SpanAttributes['user.id'],
  INDEX idx_trace_id TraceId TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX idx_res_attr_value mapValues(ResourceAttributes) TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX idx_span_attr_value mapValues(SpanAttributes) TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX idx_duration Duration TYPE minmax GRANULARITY 1
) ENGINE = ${replicated}MergeTree PARTITION BY toDate(Timestamp)
PRIMARY KEY (ServiceName, SpanName, toDateTime(Timestamp))
ORDER BY (ServiceName, SpanName, toDateTime(Timestamp), Timestamp)
TTL toDateTime(Timestamp) + toIntervalDay(${retentionDays})
SETTINGS index_granularity = 2048, ttl_only_drop_parts = 1, non_replicated_deduplication_window = 100
