-- What people wrote about an issue. A note written again under its id replaces the former text.
CREATE TABLE IF NOT EXISTS issue_notes (
  IssueId String,
  NoteId UUID,
  Author String,
  Body String,
  CreatedAt DateTime64(3),
  UpdatedAt DateTime64(3) DEFAULT now64(3)
) ENGINE = ${replicated}ReplacingMergeTree(UpdatedAt)
ORDER BY (IssueId, NoteId)
SETTINGS index_granularity = 256
