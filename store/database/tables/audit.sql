-- What people and programs did that others may want to know: an action is a row, and no row is changed.
-- Method: how the actor is known. Before, After: JSON of what changed, without secrets; empty: nothing.
-- Shard key: cityHash64(At)
CREATE TABLE IF NOT EXISTS audit (
  At DateTime64(9), EntryId String, By String, Method LowCardinality(String), Address String,
  Act LowCardinality(String), Target String, Before String, After String
) ENGINE = ${replicated}MergeTree ORDER BY (At, EntryId)
TTL toDateTime(At) + toIntervalDay(365)
SETTINGS index_granularity = 256, ttl_only_drop_parts = 1, non_replicated_deduplication_window = 100
