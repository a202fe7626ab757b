-- Fills operations_days from the hours that were summed up before it was there; from nothing, so that this may be run again after a crash.
-- Hours become days as the table merges them: grouped here, the digests of all would be in memory at once.
TRUNCATE TABLE operations_days;
INSERT INTO operations_days
SELECT toDate(Hour, 'UTC') AS Day, ServiceName, SpanName, SpanKind, Environment, Release, Count, Errors, Duration
FROM operations
SETTINGS max_execution_time = 0, max_partitions_per_insert_block = 0, min_insert_block_size_bytes = 100000000
