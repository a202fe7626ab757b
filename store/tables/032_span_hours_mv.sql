-- Fills span_hours.
CREATE MATERIALIZED VIEW IF NOT EXISTS span_hours_mv TO span_hours AS
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
GROUP BY Hour, ServiceName, SpanName, SpanKind, StatusCode, Environment, Release
