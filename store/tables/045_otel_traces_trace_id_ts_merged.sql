-- The same for when traces happened: every trace that is opened looks into every part.
ALTER TABLE otel_traces_trace_id_ts MODIFY SETTING min_age_to_force_merge_seconds = 600, min_age_to_force_merge_on_partition_only = 1
