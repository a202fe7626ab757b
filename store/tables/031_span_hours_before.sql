-- Fills span_hours from the spans that were stored before it was there, day by day: one that is in already stays as it is, so that this may be
-- run again after a crash. As long as it takes: some seconds for ten million spans.
INSERT INTO span_hours
SELECT
  toStartOfHour(Timestamp) AS Hour,
  ServiceName,
  SpanName,
  SpanKind,
  StatusCode,
  if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']) AS Environment,
  ResourceAttributes['service.version'] AS Release,
  count() AS Count
FROM otel_traces
WHERE toDate(Timestamp) NOT IN (SELECT toDate(Hour) FROM span_hours)
GROUP BY Hour, ServiceName, SpanName, SpanKind, StatusCode, Environment, Release
SETTINGS max_execution_time = 0, max_partitions_per_insert_block = 0, min_insert_block_size_rows = 10000000, min_insert_block_size_bytes = 500000000
