-- An occurrence in one text, as its page shows it: read for one row, twenty columns of it took thrice the time of this one, and every column
-- is a file. Parts of before tell it from their columns, until they are merged.
ALTER TABLE exceptions ADD COLUMN IF NOT EXISTS Occurrence String MATERIALIZED toJSONString(CAST(
  (Digest, IssueId, ServiceName, Release, Environment, Type, Message, Severity, Mechanism, Stacktrace,
   TraceId, SpanId, Url, UserId, SessionId, Browser, Os, Attributes, ResourceAttributes),
  'Tuple(digest String, issueId String, service String, release String, environment String, type String, message String, severity UInt8, mechanism String, stacktrace String, traceId String, spanId String, url String, userId String, sessionId String, browser String, os String, attributes Map(String, String), resource Map(String, String))'
)) CODEC(ZSTD(1))
