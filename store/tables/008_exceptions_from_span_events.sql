-- Occurrences that came as span events.
CREATE MATERIALIZED VIEW IF NOT EXISTS exceptions_from_span_events TO exceptions AS
SELECT
  at AS Timestamp,
  event['errata.fingerprint'] AS IssueId,
  event['errata.digest'] AS Digest,
  event['errata.given_digest'] AS GivenDigest,
  ServiceName,
  ResourceAttributes['service.version'] AS Release,
  if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']) AS Environment,
  event['exception.type'] AS Type,
  event['exception.message'] AS Message,
  event['exception.stacktrace'] AS Stacktrace,
  event['errata.culprit'] AS Culprit,
  event['errata.mechanism'] AS Mechanism,
  17 AS Severity,
  TraceId,
  SpanId,
  SpanAttributes['user.id'] AS UserId,
  if(SpanAttributes['session.id'] != '', SpanAttributes['session.id'], ResourceAttributes['session.id']) AS SessionId,
  if(SpanAttributes['url.full'] != '', SpanAttributes['url.full'], SpanAttributes['url.path']) AS Url,
  SpanAttributes['http.route'] AS Route,
  event['errata.browser'] AS Browser,
  event['errata.os'] AS Os,
  mapFilter((k, v) -> k NOT LIKE 'exception.%', mapUpdate(SpanAttributes, event)) AS Attributes,
  ResourceAttributes
FROM otel_traces
ARRAY JOIN Events.Timestamp AS at, Events.Attributes AS event
WHERE event['errata.fingerprint'] != ''
