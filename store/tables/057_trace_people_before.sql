-- Fills trace_people from the spans that were stored before it was there; from nothing, so that this may be run again after a crash.
-- What is in memory at once is bounded, the rest waits on the disk: some ten seconds for ten million spans.
TRUNCATE TABLE trace_people;
INSERT INTO trace_people (Value, Name, Bearer, Last, Since, TraceId)
SELECT Value, Name, Bearer, Last, Since, TraceId FROM (
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
)
SETTINGS max_execution_time = 0, max_partitions_per_insert_block = 0, max_bytes_before_external_group_by = 300000000
