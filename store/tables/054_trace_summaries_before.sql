-- Fills trace_summaries from the spans that were stored before it was there; from nothing, so that this may be run again after a crash.
-- What is in memory at once is bounded, the rest waits on the disk: some ten seconds for ten million spans.
TRUNCATE TABLE trace_summaries;
INSERT INTO trace_summaries (TraceId, Start, LastStart, End, Rootless, NamedAt, Name, Service, Services, Spans, Errors)
SELECT TraceId, Start, LastStart, End, Rootless, NamedAt, Name, Service, Services, Spans, Errors FROM (
WITH argMin((SpanName, ServiceName, Timestamp), (ParentSpanId != '', Timestamp)) AS First
SELECT
  TraceId,
  min(Timestamp) AS Start,
  toUInt64(toUnixTimestamp64Nano(max(Timestamp)) - toUnixTimestamp64Nano(Start)) AS LastStart,
  toUInt64(max(toUnixTimestamp64Nano(Timestamp) + Duration) - toUnixTimestamp64Nano(Start)) AS End,
  min(ParentSpanId != '') AS Rootless,
  toUInt64(toUnixTimestamp64Nano(tupleElement(First, 3)) - toUnixTimestamp64Nano(Start)) AS NamedAt,
  tupleElement(First, 1) AS Name,
  tupleElement(First, 2) AS Service,
  groupUniqArray(ServiceName) AS Services,
  groupArray(toUInt32(cityHash64(SpanId))) AS Spans,
  groupArrayIf(toUInt32(cityHash64(SpanId)), StatusCode = 'Error') AS Errors
FROM otel_traces
WHERE TraceId != ''
GROUP BY TraceId
)
SETTINGS max_execution_time = 0, max_partitions_per_insert_block = 0, max_bytes_before_external_group_by = 300000000
