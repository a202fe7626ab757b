-- Fills otel_traces_trace_id_ts from trace_summaries: grouping the spans of an insert by their traces once is enough.
CREATE MATERIALIZED VIEW IF NOT EXISTS otel_traces_trace_id_ts_from_summaries TO otel_traces_trace_id_ts AS
SELECT TraceId, Start, fromUnixTimestamp64Nano(toInt64(toUnixTimestamp64Nano(Start) + LastStart)) AS End
FROM trace_summaries
