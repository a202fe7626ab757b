-- Notes of people about an issue. A row with the id of an older one replaces its text.
-- Shard key: cityHash64(IssueId)
CREATE TABLE IF NOT EXISTS issue_notes (
  IssueId String, NoteId UUID, Author String, Body String,
  CreatedAt DateTime64(3), UpdatedAt DateTime64(3) DEFAULT now64(3)
) ENGINE = ${replicated}ReplacingMergeTree(UpdatedAt) ORDER BY (IssueId, NoteId)
SETTINGS index_granularity = 256
