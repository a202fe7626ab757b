-- Fills operations. Durations in milliseconds: 32-bit floats hold them to a ten-millionth.
CREATE MATERIALIZED VIEW IF NOT EXISTS operations_mv TO operations AS
SELECT
  toStartOfHour(Timestamp) AS Hour,
  ServiceName,
  SpanName,
  SpanKind,
  if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']) AS Environment,
  ResourceAttributes['service.version'] AS Release,
  count() AS Count,
  countIf(StatusCode = 'Error') AS Errors,
  quantilesTDigestState(0.5, 0.75, 0.95, 0.99)(toFloat32(Duration / 1e6)) AS Duration
FROM otel_traces
GROUP BY Hour, ServiceName, SpanName, SpanKind, Environment, Release
