-- Fingerprints that people merged into another issue, one row per merge, never updated: the newest row of
-- a fingerprint is valid. Rows of exceptions keep their fingerprint, so that a merge can be undone. The store
-- itself merges the fingerprint of occurrences that were mapped after they were stored (By is `source maps`)
-- into the issue of their mapped stack; Culprit is theirs.
-- Shard key: cityHash64(Fingerprint)
CREATE TABLE IF NOT EXISTS issue_merges (
  Fingerprint String, IssueId String, At DateTime64(9), By String, Culprit String
) ENGINE = ${replicated}MergeTree ORDER BY (Fingerprint, At)
SETTINGS index_granularity = 256, non_replicated_deduplication_window = 0
