-- Settings by people, such as the rules and channels of alerts: the newest row of an id is its value, all
-- rows are its history. Kind: `rule`, `channel` and the like. Value: JSON; empty in a row with IsDeleted.
-- Shard key: cityHash64(Kind)
CREATE TABLE IF NOT EXISTS settings (
  Kind LowCardinality(String), Id String, At DateTime64(9), By String, Value String, IsDeleted UInt8
) ENGINE = ${replicated}MergeTree ORDER BY (Kind, Id, At)
SETTINGS index_granularity = 256, non_replicated_deduplication_window = 100
