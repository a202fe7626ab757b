-- Releases and sessions seen in log records: session starts, vitals, exceptions of pages whose spans were sampled out.
CREATE MATERIALIZED VIEW IF NOT EXISTS releases_from_logs TO releases AS
SELECT
  ServiceName,
  ResourceAttributes['service.version'] AS Release,
  if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']) AS Environment,
  min(Timestamp) AS FirstSeen,
  max(Timestamp) AS LastSeen,
  uniqCombinedStateIf(14)(if(LogAttributes['session.id'] != '', LogAttributes['session.id'], ResourceAttributes['session.id']), LogAttributes['session.id'] != '' OR ResourceAttributes['session.id'] != '') AS Sessions
FROM otel_logs
GROUP BY ServiceName, Release, Environment
