-- Occurrences that came as log records. The store marks what is an exception by its fingerprint; a row without one is none.
CREATE MATERIALIZED VIEW IF NOT EXISTS exceptions_from_logs TO exceptions AS
SELECT
  Timestamp,
  LogAttributes['errata.fingerprint'] AS IssueId,
  LogAttributes['errata.digest'] AS Digest,
  LogAttributes['errata.given_digest'] AS GivenDigest,
  ServiceName,
  ResourceAttributes['service.version'] AS Release,
  if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']) AS Environment,
  LogAttributes['exception.type'] AS Type,
  if(LogAttributes['exception.message'] != '', LogAttributes['exception.message'], Body) AS Message,
  LogAttributes['exception.stacktrace'] AS Stacktrace,
  LogAttributes['errata.culprit'] AS Culprit,
  LogAttributes['errata.mechanism'] AS Mechanism,
  SeverityNumber AS Severity,
  TraceId,
  SpanId,
  LogAttributes['user.id'] AS UserId,
  if(LogAttributes['session.id'] != '', LogAttributes['session.id'], ResourceAttributes['session.id']) AS SessionId,
  if(LogAttributes['url.full'] != '', LogAttributes['url.full'], LogAttributes['url.path']) AS Url,
  LogAttributes['http.route'] AS Route,
  LogAttributes['errata.browser'] AS Browser,
  LogAttributes['errata.os'] AS Os,
  mapFilter((k, v) -> k NOT LIKE 'exception.%', LogAttributes) AS Attributes,
  ResourceAttributes
FROM otel_logs
WHERE LogAttributes['errata.fingerprint'] != ''
