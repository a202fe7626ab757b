-- Messages to channels. Kind: `changes`, `pause`, `digest`, `personal` or `test`. Changes: the ids of the
-- changes that it names or counts. Content: JSON of a `Message`, the same in all attempts. Store: which one
-- sends it.
-- Shard key: cityHash64(ChannelId)
CREATE TABLE IF NOT EXISTS alert_messages (
  MessageId String, ChannelId String, RuleId String, Kind LowCardinality(String), At DateTime64(9),
  Changes Array(String), IssueIds Array(String), Title String, Content String, Store String
) ENGINE = ${replicated}MergeTree ORDER BY (ChannelId, At)
TTL toDateTime(At) + toIntervalDay(90)
SETTINGS index_granularity = 256, ttl_only_drop_parts = 1, non_replicated_deduplication_window = 100
