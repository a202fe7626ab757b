-- What is to be deleted: one row for each value, in a partition for each request, which is dropped when it is
-- done. Statements that delete read their values here, because the text of a statement stays on the disk.
-- Kind: `user`, `session`, `issue` or `digest` of the request; `visit` and `trace`: sessions and traces of
-- the user; `touched`: issues that lose occurrences; `feedback`: texts about errors that are deleted;
-- `search`: saved searches that name the person; `run`: the request is not to wait for the night.
-- Shard key: cityHash64(Request)
CREATE TABLE IF NOT EXISTS forget_values (
  Request String, Kind LowCardinality(String), Value String
) ENGINE = ${replicated}MergeTree PARTITION BY Request ORDER BY (Kind, Value)
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 0;

-- Keyed hashes of users, sessions and traces that were deleted: rows of them that arrive late, with an
-- instant before Before, are not stored. A row is needed as long as something may wait in a queue.
-- Shard key: cityHash64(Hash)
CREATE TABLE IF NOT EXISTS forgotten_ids (
  Kind LowCardinality(String), Hash String, Before DateTime64(9), At DateTime DEFAULT now()
) ENGINE = ${replicated}MergeTree ORDER BY (Kind, Hash) TTL At + toIntervalDay(30)
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 0
