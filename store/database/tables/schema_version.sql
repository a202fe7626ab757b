-- The schema's version: one row for each version that was applied, read as max(Version).
-- Shard key: Version
CREATE TABLE IF NOT EXISTS schema_version (
  Version UInt32,
  AppliedAt DateTime64(3) DEFAULT now64(3)
) ENGINE = ${replicated}MergeTree ORDER BY Version
