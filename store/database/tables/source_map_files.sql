-- Which source map belongs to which script of a release, and style sheets of it: their File ends in .css, and
-- their Map is `css-` and the SHA-256 of what was sent. A later row of the same file replaces it;
-- a deleted one has `IsDeleted`.
-- Shard key: cityHash64(File)
CREATE TABLE IF NOT EXISTS source_map_files (
  ServiceName String, Release String, File String, Map String, DebugId String, Bytes UInt64, Sources UInt32,
  Repository String, Revision String, Root String, UploadedAt DateTime64(9), IsDeleted UInt8
) ENGINE = ${replicated}ReplacingMergeTree(UploadedAt) ORDER BY (ServiceName, Release, File)
SETTINGS index_granularity = 256
