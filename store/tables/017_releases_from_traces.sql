-- Releases and sessions seen in spans.
CREATE MATERIALIZED VIEW IF NOT EXISTS releases_from_traces TO releases AS
SELECT
  ServiceName,
  ResourceAttributes['service.version'] AS Release,
  if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']) AS Environment,
  min(Timestamp) AS FirstSeen,
  max(Timestamp) AS LastSeen,
  uniqCombinedStateIf(14)(if(SpanAttributes['session.id'] != '', SpanAttributes['session.id'], ResourceAttributes['session.id']), SpanAttributes['session.id'] != '' OR ResourceAttributes['session.id'] != '') AS Sessions
FROM otel_traces
GROUP BY ServiceName, Release, Environment
