-- Changes that a channel is to be told: one row for each channel, subject and state, whatever rules match.
-- ChangeId is made of the three, so that the same change is recognised after a crash and by another store.
-- Condition: `when` of the rule, with its threshold. State: empty in the row that ends a lasting change.
-- NotBefore: from then on it is gathered. IsSilent: it is not sent. Content: JSON of a `MessageChange`,
-- without its issue.
-- Shard key: cityHash64(ChannelId)
CREATE TABLE IF NOT EXISTS alert_changes (
  ChangeId String, ChannelId String, RuleId String, Subject String, Condition String, State String,
  IssueId String, Seen DateTime64(9), NotBefore DateTime64(9), IsSilent UInt8, Content String
) ENGINE = ${replicated}MergeTree ORDER BY (ChannelId, Condition, Subject, Seen)
TTL toDateTime(Seen) + toIntervalDay(90)
SETTINGS index_granularity = 256, ttl_only_drop_parts = 1, non_replicated_deduplication_window = 100
