-- Changes of issues by people: one row for each field that a change sets, never updated. The newest row of a
-- field is its value, all rows are the activity. The rows of one change have one ChangeId; a row of it
-- with the field `undo` takes the change back. Conditions: JSON, empty without one.
-- Shard key: cityHash64(IssueId)
CREATE TABLE IF NOT EXISTS issue_changes (
  ChangeId UUID DEFAULT generateUUIDv7(), IssueId String, At DateTime64(9), By String,
  Field LowCardinality(String), Value String, Conditions String
) ENGINE = ${replicated}MergeTree ORDER BY (IssueId, At)
SETTINGS index_granularity = 256, non_replicated_deduplication_window = 0
