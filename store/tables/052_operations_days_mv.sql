-- Fills operations_days with what comes to operations: some hundred rows of a group, not its spans. The table adds up what is of one day.
CREATE MATERIALIZED VIEW IF NOT EXISTS operations_days_mv TO operations_days AS
SELECT toDate(Hour, 'UTC') AS Day, ServiceName, SpanName, SpanKind, Environment, Release, Count, Errors, Duration
FROM operations
