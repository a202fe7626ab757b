-- Source maps, and style sheets without what loads anything: the text of each, once however many files and
-- releases have it. `Map` is the SHA-256 of the JSON, `Chunk` its position. Many chunks in a granule would
-- all be read for one.
-- Shard key: cityHash64(Map)
CREATE TABLE IF NOT EXISTS source_maps (
  Map String, Chunk UInt16, Data String CODEC(ZSTD(3)), StoredAt DateTime DEFAULT now()
) ENGINE = ${replicated}ReplacingMergeTree ORDER BY (Map, Chunk)
SETTINGS index_granularity_bytes = 1048576
