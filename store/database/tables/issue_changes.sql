-- Decisions about issues, one row each, never updated: the newest is the state, all of them are the
-- activity.
-- Shard key: cityHash64(IssueId)
CREATE TABLE IF NOT EXISTS issue_changes (
  IssueId String, ChangeId UUID DEFAULT generateUUIDv7(), At DateTime64(9), By String,
  Status LowCardinality(String), KnownReleases Array(String),
  UntilAt DateTime64(9), UntilCount UInt64, UntilUsers UInt64,
  AssigneeChanged UInt8, Assignee String
) ENGINE = ${replicated}MergeTree ORDER BY (IssueId, At)
SETTINGS index_granularity = 256, non_replicated_deduplication_window = 0
