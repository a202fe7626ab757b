-- Occurrences that some clients write as attributes of a span, without an event.
CREATE MATERIALIZED VIEW IF NOT EXISTS exceptions_from_spans TO exceptions AS
SELECT
  Timestamp,
  SpanAttributes['errata.fingerprint'] AS IssueId,
  SpanAttributes['errata.digest'] AS Digest,
  SpanAttributes['errata.given_digest'] AS GivenDigest,
  ServiceName,
  ResourceAttributes['service.version'] AS Release,
  if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']) AS Environment,
  SpanAttributes['exception.type'] AS Type,
  SpanAttributes['exception.message'] AS Message,
  SpanAttributes['exception.stacktrace'] AS Stacktrace,
  SpanAttributes['errata.culprit'] AS Culprit,
  SpanAttributes['errata.mechanism'] AS Mechanism,
  17 AS Severity,
  TraceId,
  SpanId,
  SpanAttributes['user.id'] AS UserId,
  if(SpanAttributes['session.id'] != '', SpanAttributes['session.id'], ResourceAttributes['session.id']) AS SessionId,
  if(SpanAttributes['url.full'] != '', SpanAttributes['url.full'], SpanAttributes['url.path']) AS Url,
  SpanAttributes['http.route'] AS Route,
  SpanAttributes['errata.browser'] AS Browser,
  SpanAttributes['errata.os'] AS Os,
  mapFilter((k, v) -> k NOT LIKE 'exception.%', SpanAttributes) AS Attributes,
  ResourceAttributes
FROM otel_traces
WHERE SpanAttributes['errata.fingerprint'] != ''
