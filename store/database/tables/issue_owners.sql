-- Who owns the code of an issue, by the newest CODEOWNERS of its service. IssueId is the fingerprint.
-- Shard key: cityHash64(IssueId)
CREATE TABLE IF NOT EXISTS issue_owners (
  IssueId String, ServiceName LowCardinality(String), Owners Array(String), At DateTime64(9)
) ENGINE = ${replicated}ReplacingMergeTree(At) ORDER BY IssueId
TTL toDateTime(At) + toIntervalDay(365)
SETTINGS index_granularity = 1024
