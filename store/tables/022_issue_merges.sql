-- Fingerprints that people joined to another issue, one row a decision and never changed: the newest of a fingerprint holds.
-- Rows of exceptions keep the fingerprint they came with, so that what was joined can be taken apart again.
CREATE TABLE IF NOT EXISTS issue_merges (
  Fingerprint String,
  IssueId String,
  At DateTime64(9),
  By String
) ENGINE = ${replicated}MergeTree
ORDER BY (Fingerprint, At)
SETTINGS index_granularity = 256, non_replicated_deduplication_window = 0
