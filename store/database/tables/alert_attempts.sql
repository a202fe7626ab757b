-- Attempts to send a message. Outcome: `sent`, `retry` at Next, `again` (a person asked for another attempt),
-- `failed` (refused), `expired` (tried for 24 hours), `gone` (the channel is off), or `withdrawn` (another
-- store sends the same). The newest attempt is the state of the message.
-- Shard key: cityHash64(MessageId)
CREATE TABLE IF NOT EXISTS alert_attempts (
  MessageId String, ChannelId String, At DateTime64(9), Outcome LowCardinality(String), Detail String,
  Next DateTime64(9)
) ENGINE = ${replicated}MergeTree ORDER BY (MessageId, At)
TTL toDateTime(At) + toIntervalDay(90)
SETTINGS index_granularity = 256, ttl_only_drop_parts = 1, non_replicated_deduplication_window = 100
