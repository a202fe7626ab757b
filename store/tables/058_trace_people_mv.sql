-- Fills trace_people.
CREATE MATERIALIZED VIEW IF NOT EXISTS trace_people_mv TO trace_people AS
SELECT
  tupleElement(said, 3) AS Value,
  tupleElement(said, 2) AS Name,
  tupleElement(said, 1) AS Bearer,
  max(Timestamp) AS Last,
  toUInt64(toUnixTimestamp64Nano(Last) - toUnixTimestamp64Nano(min(Timestamp))) AS Since,
  TraceId
FROM otel_traces
ARRAY JOIN arrayFilter(one -> tupleElement(one, 3) != '', [
  ('span', 'user.id', SpanAttributes['user.id']), ('span', 'session.id', SpanAttributes['session.id']),
  ('resource', 'user.id', ResourceAttributes['user.id']), ('resource', 'session.id', ResourceAttributes['session.id'])
]) AS said
WHERE TraceId != ''
GROUP BY Value, Name, Bearer, TraceId
