-- Fills trace_summaries.
CREATE MATERIALIZED VIEW IF NOT EXISTS trace_summaries_mv TO trace_summaries AS
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
