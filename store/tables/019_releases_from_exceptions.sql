-- Exceptions per release. A session counts as crashed from severity 17 (uncaught, or caught by a boundary) on.
CREATE MATERIALIZED VIEW IF NOT EXISTS releases_from_exceptions TO releases AS
SELECT
  ServiceName,
  Release,
  Environment,
  min(Timestamp) AS FirstSeen,
  max(Timestamp) AS LastSeen,
  count() AS Exceptions,
  uniqCombinedStateIf(14)(SessionId, SessionId != '' AND Severity >= 17) AS CrashedSessions
FROM exceptions
GROUP BY ServiceName, Release, Environment
